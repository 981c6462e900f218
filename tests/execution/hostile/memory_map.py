# why: past Python's own memory
# checks: literal
# expect: out of memory
# kind: resources
# limits: memory_mb=256
import mmap
def double(x):
    kept = []
    while True: kept.append(mmap.mmap(-1, 50 << 20))
