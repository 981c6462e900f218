# why: alarms and timers are not what stops it
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import signal
def double(x):
    while True:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
