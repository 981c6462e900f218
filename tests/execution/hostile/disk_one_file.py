# why: one large file
# checks: literal
# expect: failed, killed
# kind: resources
# limits: disk_mb=16
def double(x):
    with open("big", "wb") as file:
        while True: file.write(bytes(1 << 20))
