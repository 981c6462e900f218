# why: one long multiplication
# checks: literal
# expect: timed out, out of memory
# kind: resources
# limits: seconds=0.5
def double(x): return len(str(9 ** 9 ** 8))
