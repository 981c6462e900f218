# why: an answer that takes for ever to look through
# checks: contains
# expect: failed, timed out
# kind: resources
# limits: seconds=0.5
def double(x): return range(10 ** 12)
