# why: nothing of the program before is there
# checks: literal
# expect: finished
# kind: isolation
import os, glob, socket
def double(x):
    found = os.listdir(".") + os.listdir("/tmp") + os.listdir("/dev/shm") + [n for n in os.listdir("/box") if n not in ("work", "tmp", "shm")]
    assert not found, found
    assert len(open("/proc/net/unix").read().splitlines()) <= 3
    return 2 * x
