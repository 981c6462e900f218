# why: one line without end, on both
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import os
def double(x):
    while True:
        os.write(1, b"x" * 65536); os.write(2, b"y" * 65536)
