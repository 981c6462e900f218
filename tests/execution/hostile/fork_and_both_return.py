# why: two processes take the same steps
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import os
def double(x):
    os.fork()
    return 0
