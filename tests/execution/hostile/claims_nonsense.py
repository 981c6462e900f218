# why: endings that do not exist
# checks: literal, many
# expect: failed, tampered, killed
# kind: forgery
import os
for end in range(3, 64):
    for line in (b'\n{"ending": ["finished"], "reason": 5, "functions": 7}\n', b'\n{"ending": "bogus", "reason": {}, "functions": [{}]}\n'):
        try: os.write(end, line)
        except OSError: pass
os._exit(0)
