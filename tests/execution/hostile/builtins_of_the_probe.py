# why: the probe's private builtins, by its frame
# checks: near
# expect: failed, tampered
# kind: forgery
import sys
def double(x):
    frame = sys._getframe()
    while frame:
        if frame.f_code.co_filename.startswith("<probe"): frame.f_builtins["abs"] = lambda x: 0
        frame = frame.f_back
    return 0
