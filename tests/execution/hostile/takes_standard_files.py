# why: right, with something else in their place
# checks: literal
# expect: finished
# kind: resources
import os
for end in (0, 1, 2): os.dup2(os.open("/dev/null", os.O_RDWR), end)
def double(x):
    print("gone")
    return 2 * x
