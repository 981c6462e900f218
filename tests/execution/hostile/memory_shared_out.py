# why: each child within the limit, all together far beyond
# checks: literal
# expect: out of memory, killed, failed
# kind: resources
# limits: memory_mb=256, seconds=4
import os, time
def double(x):
    for _ in range(8):
        if os.fork() == 0:
            kept = bytearray(150 << 20)
            for place in range(0, len(kept), 4096): kept[place] = 1
            time.sleep(60)
    time.sleep(2)
    return 2 * x
