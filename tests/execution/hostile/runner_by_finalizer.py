# why: runs the runner's own code, from a finalizer, where the stack looks right
# checks: loop
# expect: failed, tampered
# kind: forgery
import sys, gc, functools, types, builtins
frame, runner, codes = sys._getframe(), None, []
while frame:
    held = frame.f_locals
    codes = [item[1] for item in held.get("steps", []) if isinstance(item, tuple)] or codes
    space = frame.f_globals
    runner = runner or getattr(space.get("take_steps"), "__code__", None)
    frame = frame.f_back
class Yes:
    def __eq__(self, other): return True
if runner and codes:
    evil = types.FunctionType(runner, {"__builtins__": builtins, "sys": sys})
    steps = [("guarded", code, 1) for code in codes]
    try: act = functools.partial(evil, steps, {"candidate": lambda x: Yes(), "__builtins__": builtins}, [""], print)
    except TypeError: act = print
    class Trap:
        __del__ = act
    trap = Trap(); trap.me = trap
    del trap
    gc.set_threshold(1, 1, 1)
def double(x): return 0
