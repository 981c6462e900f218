# why: a huge message
# checks: literal
# expect: failed
# kind: forgery
def double(x): raise ValueError("e" * 10_000_000)
