# why: a terabyte of nothing
# checks: literal
# expect: failed, killed
# kind: resources
# limits: disk_mb=16
import os
def double(x):
    with open("sparse", "wb") as file: os.truncate("sparse", 1 << 40)
    return 2 * x
