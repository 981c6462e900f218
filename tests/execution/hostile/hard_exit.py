# why: os._exit(0)
# checks: literal, loop, many
# expect: failed, tampered
# kind: forgery
import os
def double(x): os._exit(0)
