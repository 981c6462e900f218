# why: overwrites the names that probes see, by their frames
# checks: loop, close, near
# expect: failed, tampered
# kind: forgery
import sys
class Loop(list):
    def __iter__(self): return iter(())
def double(x):
    frame = sys._getframe()
    while frame:
        frame.f_globals.update(abs=lambda *a: 0, all=lambda *a: True, isinstance=lambda *a: True, sorted=lambda *a: [],
                               len=lambda *a: 1) if frame.f_code.co_filename.startswith("<probe") else None
        if frame.f_code.co_filename.startswith("<probe"):
            frame.f_globals["candidate"] = lambda v: 2 * v + 0.0
        frame = frame.f_back
    return 0
