# why: a list that doubles
# checks: literal, loop
# expect: out of memory
# kind: resources
# limits: memory_mb=256
def double(x):
    kept = [0]
    while True: kept += kept
