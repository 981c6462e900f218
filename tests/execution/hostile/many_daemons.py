# why: fifty at once, deaf to signals
# checks: literal
# expect: finished, failed
# kind: isolation
import os, signal, time
for _ in range(50):
    try: pid = os.fork()
    except OSError: break
    if pid == 0:
        os.setsid()
        for number in range(1, 65):
            try: signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError): pass
        while True: time.sleep(1)
def double(x): return 2 * x
