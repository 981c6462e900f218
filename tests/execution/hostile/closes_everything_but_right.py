# why: right, but it closed its report: never passed by silence
# checks: literal
# expect: failed, tampered, killed
# kind: forgery
import os
os.closerange(3, 1024)
def double(x): return 2 * x
