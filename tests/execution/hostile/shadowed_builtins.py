# why: module-level names that shadow what probes call
# checks: close, library
# expect: failed, tampered
# kind: forgery
def abs(x): return 0
def all(x): return True
def isinstance(*a): return True
def sorted(x): return []
def len(x): return 1
def double(x): return 0
