# why: os.fork for ever
# checks: literal
# expect: failed, timed out, killed, out of memory
# kind: resources
# limits: seconds=0.5
import os
def double(x):
    while True: os.fork()
