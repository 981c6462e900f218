# why: the probe hands the function to other processes and threads
# checks: mapped
def double(x): return 2 * x
