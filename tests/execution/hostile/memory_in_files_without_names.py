# why: memfd: not in any address space
# checks: literal
# expect: out of memory, failed, killed
# kind: resources
# limits: memory_mb=256, seconds=4
import os
def double(x):
    kept = []
    for _ in range(100):
        kept.append(os.memfd_create("x"))
        for _ in range(8): os.write(kept[-1], bytes(1 << 20))
    return 2 * x
