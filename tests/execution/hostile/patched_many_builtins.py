# why: every builtin answers True
# checks: literal, loop, close
# expect: failed, tampered
# kind: forgery
import builtins
for name in "len sorted sum min max any all isinstance type range zip map next iter".split():
    setattr(builtins, name, lambda *a, **k: True)
def double(x): return 0
