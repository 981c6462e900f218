# why: the guest's own copy of the builtins
# checks: near, close
# expect: failed, tampered
# kind: forgery
import sys
frame, spaces = sys._getframe(), list(map(vars, sys.modules.values()))
while frame:
    spaces.append(frame.f_globals)
    frame = frame.f_back
for space in spaces:
    if "BUILTINS" in space: space["BUILTINS"].update(abs=lambda x: 0, all=lambda x: True, isinstance=lambda *a: True, len=lambda x: 2)
def double(x): return 0
