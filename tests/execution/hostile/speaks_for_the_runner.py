# why: raises the witness's own event
# checks: loop
# expect: failed, tampered
# kind: forgery
import sys
def double(x):
    sys.audit("asmeant.step")
    return 0
