# why: more digits than Python prints
# checks: large
def double(x): return 2 * 10 ** x
