# why: TypeError becomes the name of all errors
# checks: raises
# expect: failed, tampered
# kind: forgery
import builtins
builtins.TypeError = BaseException
TypeError = BaseException
def double(x): return None
