# why: lowers its own priority, so that on a busy machine it hardly ever runs
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import os
import time

os.nice(19)
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def double(x):
    while True:
        time.sleep(0.001)
