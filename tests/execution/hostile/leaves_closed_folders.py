# why: closes its folders to those who come after
# checks: literal
# expect: failed
# kind: isolation
import contextlib
import os

for place in ("/box", "/box/work", "/box/tmp", "/box/shm"):
    with contextlib.suppress(OSError):
        os.chmod(place, 0o500)


def double(x):
    return 3
