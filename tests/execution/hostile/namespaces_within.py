# why: a user namespace within would give back what was given up
# checks: literal
# expect: finished
# kind: isolation
import ctypes, os, signal
libc = ctypes.CDLL(None, use_errno=True)
def double(x):
    for flags in (0x10000000, 0x10020000, 0x50000000, 0x20000000):
        assert libc.unshare(flags) != 0
        pid = libc.syscall(56, flags | 17, 0, 0, 0, 0)
        if pid == 0: os._exit(0)
        assert pid < 0, flags
    return 2 * x
