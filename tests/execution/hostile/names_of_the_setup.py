# why: a helper of the setup finds the candidate's names
# checks: helper
# expect: failed, tampered
# kind: forgery
def abs(x): return 0
def double(x):
    globals()["abs"] = lambda x: 0
    return 0
