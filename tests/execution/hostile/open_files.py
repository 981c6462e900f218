# why: more open files than there may be
# checks: literal
# expect: failed
# kind: resources
def double(x):
    kept = []
    while True: kept.append(open("/dev/null"))
