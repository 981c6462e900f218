# why: stdout captured by the probe
# checks: prints
def double(x): print(2 * x)
