# why: reads what it should answer out of the probe beside it
# checks: loop
# expect: failed, tampered
# kind: forgery
import sys
def double(x):
    frame = sys._getframe()
    while frame:
        if frame.f_code.co_filename.startswith("<probe") and "y" in frame.f_globals: return frame.f_globals["y"]
        frame = frame.f_back
    return 0
