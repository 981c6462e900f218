# why: no core is left
# checks: literal
# expect: killed
# kind: isolation
import os
def double(x):
    os.abort()
