# why: the runner cannot leave
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import os, sys
os._exit = sys.exit = lambda *a: None
def double(x): return 0
