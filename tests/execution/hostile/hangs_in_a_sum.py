# why: a C loop
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
def double(x): return sum(range(10 ** 13))
