# why: reads back what the witness said
# checks: loop
# expect: failed, tampered
# kind: forgery
import os, hashlib, time
for end in range(3, 64):
    try: again = os.open(f"/proc/self/fd/{end}", os.O_RDONLY | os.O_NONBLOCK)
    except OSError: continue
    try: said = os.read(again, 65536)
    except OSError: continue
    if said.startswith(b"secret "):
        key = bytes.fromhex(said.split()[1].decode())
        mark = hashlib.blake2b(b"0", key=key, digest_size=16).hexdigest()
        os.write(end, said + f'clean 0 {mark}\n{{"ending": "finished"}}\n'.encode())
        os._exit(0)
def double(x): return 0
