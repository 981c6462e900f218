# why: a trace function jumps over the assertion
# checks: loop, unittest
# expect: failed, tampered
# kind: forgery
import sys
def tracer(frame, event, argument):
    if frame.f_code.co_filename.startswith("<probe"):
        try: frame.f_lineno = frame.f_lineno + 1
        except ValueError: pass
    return tracer
def double(x):
    frame = sys._getframe()
    while frame:
        frame.f_trace = tracer
        frame = frame.f_back
    sys.settrace(tracer)
    return 0
