# why: its own event, where there is no room left on the stack
# checks: loop
# expect: failed, tampered, timed out
# kind: forgery
# limits: seconds=1
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
caught = []
def deep(n):
    try: deep(n + 1)
    except RecursionError: pass
    if not caught:
        try: sys.audit("asmeant.step")
        except RecursionError as error:
            if error.__traceback__.tb_next: caught.append(error)
deep(0)
for error in caught: look(error)
if "secret" in found:
    mark = hashlib.blake2b(b"0", key=found["secret"], digest_size=16).hexdigest()
    os.write(found["report"], f'clean 0 {mark}\n{{"ending": "finished"}}\n'.encode())
    os._exit(0)
def double(x): return 0
