# why: nine hundred deep
# checks: deep
def double(x): return 0 if x == 0 else 2 + double(x - 1)
