# why: an argument of an audit event that looks at the frame of the hook
# checks: loop
# expect: failed, tampered
# kind: forgery
import sys, os, hashlib
found = {}
class S(str):
    def look(self):
        frame = sys._getframe(2)
        found.update(frame.f_locals)
        return 0
    def __hash__(self): return self.look()
    def __eq__(self, other): self.look(); return True
    def __format__(self, how): self.look(); return ""
    def __str__(self): self.look(); return ""
for event in ("open", "asmeant.lie", "exec", "import"):
    try: sys.audit(event, S("x"))
    except BaseException: pass
for value in list(found.values()):
    for name, cell in zip(getattr(getattr(value, "__code__", None), "co_freevars", ()), getattr(value, "__closure__", None) or ()):
        found.setdefault(name, cell.cell_contents)
if "secret" in found:
    mark = hashlib.blake2b(b"0", key=found["secret"], digest_size=16).hexdigest()
    os.write(found["report"], f'clean 0 {mark}\n{{"ending": "finished"}}\n'.encode())
    os._exit(0)
def double(x): return 0
