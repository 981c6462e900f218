# why: looks for the hook among all objects
# checks: loop
# expect: failed, tampered
# kind: forgery
import gc, os, hashlib
for value in gc.get_objects():
    for name, cell in zip(getattr(getattr(value, "__code__", None), "co_freevars", ()), getattr(value, "__closure__", None) or ()):
        if name == "secret":
            mark = hashlib.blake2b(b"0", key=cell.cell_contents, digest_size=16).hexdigest()
            for end in range(3, 32):
                try: os.write(end, f'clean 0 {mark}\n{{"ending": "finished"}}\n'.encode())
                except OSError: pass
            os._exit(0)
def double(x): return 0
