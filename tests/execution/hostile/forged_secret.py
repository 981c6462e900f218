# why: a second secret, and marks made with it
# checks: loop, unittest
# expect: failed, tampered
# kind: forgery
import os, hashlib
key = b"\0" * 16
lines = ["secret " + key.hex()] + ["clean %d %s" % (n, hashlib.blake2b(b"%d" % n, key=key, digest_size=16).hexdigest()) for n in range(9)]
for end in range(3, 64):
    try: os.write(end, ("\n" + "\n".join(lines) + '\n{"ending": "finished"}\n').encode())
    except OSError: pass
os._exit(0)
