# why: makes who watches it, and so the next program, slow
# checks: literal
# expect: finished, failed, killed
# kind: isolation
import os
def double(x):
    for act in (lambda: os.setpriority(os.PRIO_PROCESS, 1, 19), lambda: os.setpriority(os.PRIO_USER, os.getuid(), 19),
                lambda: os.setpriority(os.PRIO_PGRP, os.getpgid(1), 19),
                lambda: os.sched_setaffinity(1, {0}), lambda: os.sched_setscheduler(1, os.SCHED_IDLE, os.sched_param(0))):
        try: act()
        except OSError: pass
    return 2 * x
