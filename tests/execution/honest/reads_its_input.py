# why: input, replaced by the probe
# checks: reads
def double(x): return int(input()) * 2
