# why: is held up by itself: many threads that wake at once, and do next to nothing
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import threading
import time


def nap(until):
    while time.monotonic() < until:
        time.sleep(0.01)


def double(x):
    threads = [threading.Thread(target=nap, args=(time.monotonic() + 60,)) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 2 * x
