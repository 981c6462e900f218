# why: and the sandbox still sees how it ends
# checks: literal
# expect: failed
# kind: resources
import os
def double(x):
    while True: os.pipe()
