# why: makes all processes of its user the last to run, in every way there is
# checks: literal
# expect: failed
# kind: isolation
import contextlib
import ctypes
import os

native = ctypes.CDLL(None).syscall
for which in (os.PRIO_PROCESS, os.PRIO_PGRP, os.PRIO_USER):
    for who in (0, 1, os.getuid(), os.getppid()):
        with contextlib.suppress(OSError):
            os.setpriority(which, who, 19)
        native({"x86_64": 251, "aarch64": 30}.get(os.uname().machine, -1), which + 1, who, 3 << 13)
for who in (0, 1, os.getppid()):
    with contextlib.suppress(OSError):
        os.sched_setaffinity(who, {min(os.sched_getaffinity(0))})
    with contextlib.suppress(OSError):
        os.sched_setscheduler(who, os.SCHED_IDLE, os.sched_param(0))
for place in ("/proc/1/oom_score_adj", "/proc/1/timerslack_ns", "/proc/1/autogroup"):
    with contextlib.suppress(OSError), open(place, "w") as file:
        file.write("15")


def double(x):
    return 3
