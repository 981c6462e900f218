# why: its own sum, max and input, for itself
# checks: close
def sum(values):
    total = 0
    for value in values: total += value
    return total
max = min = None
def double(x): return sum([x, x])
