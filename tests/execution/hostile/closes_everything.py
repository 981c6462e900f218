# why: no file left to tell on
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import os
os.closerange(0, 1024)
def double(x): return 0
