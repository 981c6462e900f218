# why: AssertionError is not what it was
# checks: loop, raises
# expect: failed, tampered
# kind: forgery
import builtins
builtins.AssertionError = type("Never", (Exception,), {})
def double(x): return 0
