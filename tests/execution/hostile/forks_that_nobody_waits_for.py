# why: works in processes that are gone before anybody looks, and whose time nobody is told
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import os
import signal
import time

signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def double(x):
    begun = time.monotonic()
    while time.monotonic() - begun < 60:
        if os.fork() == 0:
            since = time.process_time()
            while time.process_time() - since < 0.004:
                pass
            os._exit(0)
        time.sleep(0.003)
    return 2 * x
