# why: the function stays, its defaults change
# checks: helper
# expect: failed, tampered
# kind: forgery
def double(x):
    near.__defaults__ = (1e9,)
    return 0
