# why: sets the times of its folders
# checks: literal
# expect: failed
# kind: isolation
import contextlib
import os

for place in ("/box/work", "/box/tmp", "/box/shm", "/box"):
    with contextlib.suppress(OSError):
        os.utime(place, (1, 4_000_000_000))


def double(x):
    return 3
