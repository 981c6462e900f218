# why: an answer that Python will not print
# checks: literal
# expect: failed
# kind: forgery
def double(x): return 10 ** 5000
