# why: catches what should end it
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
def double(x):
    while True:
        try:
            while True: pass
        except BaseException: pass
