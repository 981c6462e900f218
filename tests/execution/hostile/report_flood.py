# why: fills the report itself
# checks: literal, many
# expect: failed, timed out, tampered
# kind: resources
# limits: seconds=0.5
import os
def double(x):
    while True:
        for end in range(3, 20):
            try: os.write(end, b"value 1\n" * 8192)
            except OSError: pass
