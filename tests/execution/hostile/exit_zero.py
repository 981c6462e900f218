# why: sys.exit(0)
# checks: literal, loop, unittest, many
# expect: failed, tampered
# kind: forgery
import sys
def double(x): sys.exit(0)
