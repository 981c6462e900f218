# why: a whole answer of the zygote
# checks: loop, literal
# expect: failed, tampered
# kind: forgery
import os, json, struct, hashlib
key = b"\0" * 16
report = ["secret " + key.hex(), "value 4", "value -6"] + ["clean %d %s" % (n, hashlib.blake2b(b"%d" % n, key=key, digest_size=16).hexdigest()) for n in range(9)]
seen = [{"check": 0, "function": "double", "report": report, "ending": "finished", "reason": "", "stdout": "", "stderr": "", "seconds": 0.1}]
body = json.dumps({"seen": seen, "clean": True}).encode()
for end in range(3, 64):
    try: os.write(end, struct.pack(">I", len(body)) + body)
    except OSError: pass
def double(x): return 0
