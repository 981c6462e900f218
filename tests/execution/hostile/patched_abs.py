# why: the oldest trick
# checks: close
# expect: failed, tampered
# kind: forgery
import builtins
builtins.abs = lambda x: 0
builtins.all = lambda x: True
builtins.isinstance = lambda *a: True
def double(x): return 0
