# why: by hand
# checks: literal, loop, unittest
# expect: failed, tampered
# kind: forgery
def double(x): raise KeyboardInterrupt
