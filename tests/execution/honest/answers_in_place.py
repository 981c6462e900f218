# why: changes its argument, answers nothing
# checks: in_place
def double(x): x[:] = [2 * n for n in x]
