# why: print for ever
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
def double(x):
    while True: print("flood" * 100)
