# why: each generation has a new clock
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import os
def double(x):
    while True:
        if os.fork(): os.wait(); os._exit(0)
        end = sum(range(10 ** 6))
