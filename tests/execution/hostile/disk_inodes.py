# why: empty files and nothing else
# checks: literal
# expect: failed, timed out
# kind: resources
# limits: disk_mb=16, seconds=2
import os
def double(x):
    for number in range(1_000_000): os.mknod(f"/dev/shm/{number}")
