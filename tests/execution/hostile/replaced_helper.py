# why: replaces the helper itself
# checks: helper
# expect: failed, tampered
# kind: forgery
def near(a, b): return True
def double(x):
    globals()["near"] = lambda a, b: True
    return 0
