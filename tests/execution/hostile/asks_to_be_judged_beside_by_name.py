# why: the same, with an answer that claims to be of the library
# checks: with_library
# expect: failed, tampered
# kind: forgery
import sys
Strange = type("Context", (), {"__module__": "decimal"})
def double(x):
    frame = sys._getframe()
    while frame:
        if frame.f_code.co_filename.startswith("<probe"):
            kept = [item for item in frame.f_code.co_consts if item is not None and item != x]
            if kept: return kept[-1] if -kept[-1] != 6 else -6
        frame = frame.f_back
    return Strange()
