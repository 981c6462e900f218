# why: nobody answers
# checks: literal
# expect: failed, timed out
# kind: resources
# limits: seconds=0.5
def double(x): return input()
