# why: what cannot be encoded must not break the record
# checks: literal
# expect: failed
# kind: forgery
def double(x): raise ValueError("\ud800 \x00 \x1b[2J\u202e")
