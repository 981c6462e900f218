# why: ends a loop early in careless runners
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
def double(x): raise StopIteration
