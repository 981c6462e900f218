# why: from what it holds to the hook
# checks: loop
# expect: failed, tampered
# kind: forgery
import gc, sys, os
def double(x):
    for thing in (sys.audit, os.write, os._exit):
        for holder in gc.get_referrers(thing):
            if isinstance(holder, tuple) or "cell" in type(holder).__name__:
                return holder
    return 0
