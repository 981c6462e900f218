# why: a double fork with its own session ends with its maker
# checks: literal
# expect: finished
# kind: isolation
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for end in range(0, 64):
            try: os.close(end)
            except OSError: pass
        while True: time.sleep(1)
    os._exit(0)
def double(x): return 2 * x
