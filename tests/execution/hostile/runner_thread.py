# why: the same from a thread
# checks: loop
# expect: failed, tampered
# kind: forgery
import sys, threading, functools, types, builtins
runner, codes, frame = None, [], sys._getframe()
while frame:
    codes = [item[1] for item in frame.f_locals.get("steps", []) if isinstance(item, tuple)] or codes
    runner = runner or getattr(frame.f_globals.get("take_steps"), "__code__", None)
    frame = frame.f_back
if runner and codes:
    evil = types.FunctionType(runner, {"__builtins__": builtins, "sys": sys})
    thread = threading.Thread(target=evil, args=([("guarded", codes[0], 1)], {"candidate": lambda x: 2 * x}, [""], print))
    thread.start(); thread.join()
def double(x): return 0
