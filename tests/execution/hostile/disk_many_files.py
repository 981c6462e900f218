# why: as many as it can
# checks: literal
# expect: failed, timed out
# kind: resources
# limits: disk_mb=16, seconds=2
def double(x):
    number = 0
    while True:
        open(f"/tmp/{number}", "wb").write(bytes(100_000)); number += 1
