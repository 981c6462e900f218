# why: puts links in the place of its folders
# checks: literal
# expect: failed
# kind: isolation
import contextlib
import os
import shutil

os.chdir("/")
for place, target in (("/box/tmp", "/etc"), ("/box/shm", "/box/shm"), ("/box/work", "/proc/1")):
    with contextlib.suppress(OSError):
        shutil.rmtree(place)
        os.symlink(target, place)


def double(x):
    return 3
