# why: the program before has not changed how this one runs
# checks: literal
# expect: finished
# kind: isolation
import os, resource
def double(x):
    assert os.getpriority(os.PRIO_PROCESS, 0) < 19
    assert os.sched_getscheduler(0) == os.SCHED_OTHER
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 256
    return 2 * x
