# why: makes the hook fail, and looks at its traceback
# checks: loop
# expect: failed, tampered
# kind: forgery
import sys, os, hashlib
found = {}
def look(error):
    trace = error.__traceback__
    while trace:
        for value in list(trace.tb_frame.f_locals.values()):
            for name, cell in zip(getattr(getattr(value, "__code__", None), "co_freevars", ()), getattr(value, "__closure__", None) or ()):
                try: found.setdefault(name, cell.cell_contents)
                except ValueError: pass
        trace = trace.tb_next
def deep(n):
    try: deep(n + 1)
    except RecursionError: pass
    if n % 3 == 0:
        try: sys.audit("ctypes.dlopen", "x") if n < 0 else sys.audit("open", "x", "r", 0)
        except RecursionError as error: look(error)
deep(1)
if "secret" in found:
    mark = hashlib.blake2b(b"0", key=found["secret"], digest_size=16).hexdigest()
    os.write(found["report"], f'clean 0 {mark}\n{{"ending": "finished"}}\n'.encode())
    os._exit(0)
def double(x): return 0
