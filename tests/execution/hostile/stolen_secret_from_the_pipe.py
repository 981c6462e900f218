# why: opens its report for reading, and takes back what was said
# checks: loop, literal, many
# expect: failed, tampered
# kind: forgery
import os, hashlib
for end in range(3, 64):
    try:
        again = os.open(f"/proc/self/fd/{end}", os.O_RDONLY | os.O_NONBLOCK)
        said = os.read(again, 65536)
    except OSError: continue
    if b"secret " in said:
        key = bytes.fromhex(said.partition(b"secret ")[2].split()[0].decode())
        mark = hashlib.blake2b(b"0", key=key, digest_size=16).hexdigest()
        os.write(end, said + f'clean 0 {mark}\n{{"ending": "finished"}}\n'.encode())
        os._exit(0)
def double(x): return 0
