# why: takes memory that is shared, so that it is nobody's: each process a part of it
# checks: literal
# expect: out of memory
# kind: resources
# limits: seconds=10, memory_mb=256
import mmap
import os
import time


def double(x):
    for _ in range(8):
        if os.fork() == 0:
            part = mmap.mmap(-1, 120 << 20)
            for page in range(0, len(part), 4096):
                part[page] = 1
            time.sleep(60)
            os._exit(0)
    time.sleep(60)
    return 2 * x
