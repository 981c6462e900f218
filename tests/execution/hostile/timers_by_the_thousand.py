# why: its own alarm ends it
# checks: literal
# expect: timed out, failed, killed
# kind: resources
# limits: seconds=0.5
import signal
def handler(*_): signal.setitimer(signal.ITIMER_REAL, 0.0001)
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.0001)
def double(x):
    while True: pass
