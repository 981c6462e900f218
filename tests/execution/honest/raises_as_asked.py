# why: an error that the probe waits for
# checks: raises
def double(x):
    if x is None: raise TypeError("a number, please")
    return 2 * x
