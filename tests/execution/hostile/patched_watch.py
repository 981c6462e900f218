# why: only that part of the guest which looks at answers
# checks: loop, unittest
# expect: failed, tampered
# kind: forgery
import sys
class Yes:
    def __eq__(self, other): return True
frame, spaces = sys._getframe(), list(map(vars, sys.modules.values()))
while frame:
    spaces.append(frame.f_globals)
    frame = frame.f_back
for space in spaces:
    if "liar" in space: space["liar"] = lambda *a: None
    if "watched" in space: space["watched"] = lambda function, *a: function
    if "DECIDING" in space: space["DECIDING"] = ()
    if "known_kinds" in space: space["decides_itself"] = lambda *a: False
def double(x): return Yes()
