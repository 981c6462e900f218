# why: a set is listed in the order in which it was made
# checks: set_order
def double(x): return set(x)
