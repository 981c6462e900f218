# why: children that nobody waits for
# checks: literal
# expect: failed, timed out, out of memory
# kind: resources
# limits: seconds=1
import os
def double(x):
    for _ in range(10_000):
        if os.fork() == 0: os._exit(0)
