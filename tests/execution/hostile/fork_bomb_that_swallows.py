# why: and no error ends it
# checks: literal
# expect: timed out, failed, killed, out of memory
# kind: resources
# limits: seconds=0.5
import os
def double(x):
    while True:
        try: os.fork()
        except OSError: pass
