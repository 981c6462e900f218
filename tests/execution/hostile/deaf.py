# why: ignores every signal it can
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
def double(x):
    while True: pass
