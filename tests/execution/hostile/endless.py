# why: while True
# checks: literal, loop, many
# expect: timed out
# kind: resources
# limits: seconds=0.5
def double(x):
    while True: pass
