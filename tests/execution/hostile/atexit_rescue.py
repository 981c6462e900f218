# why: atexit turns a failure into status 0
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import atexit, os
atexit.register(os._exit, 0)
def double(x): raise ValueError
