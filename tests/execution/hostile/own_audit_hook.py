# why: a hook of its own, called when a step begins
# checks: near, loop
# expect: failed, tampered
# kind: forgery
import sys, builtins
def hook(event, arguments):
    if event == "exec":
        frame = sys._getframe(1)
        for name in ("names",):
            held = frame.f_locals.get(name)
            if isinstance(held, dict): held.update(abs=lambda x: 0, candidate=lambda x: 2 * x)
sys.addaudithook(hook)
def double(x): return 0
