# why: leaves locks, timers, limits, a umask and message queues behind
# checks: literal
# expect: failed
# kind: isolation
import contextlib
import ctypes
import fcntl
import os
import resource
import signal

os.umask(0o777)
signal.alarm(1)
signal.setitimer(signal.ITIMER_REAL, 0.5)
for what in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC):
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(what, (32, 32))
    with contextlib.suppress(OSError, ValueError):
        resource.prlimit(os.getppid(), what, (32, 32))
with open("/etc/passwd") as file, contextlib.suppress(OSError):
    fcntl.flock(file, fcntl.LOCK_EX)
    fcntl.lockf(file, fcntl.LOCK_SH)
native = ctypes.CDLL(None)
native.shmget(4711, 1 << 20, 0o1666)
native.semget(4711, 9, 0o1666)
native.msgget(4711, 0o1666)
native.mq_open(b"/left", os.O_CREAT | os.O_RDWR, 0o666, None)


def double(x):
    return 3
