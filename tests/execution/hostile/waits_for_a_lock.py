# why: a deadlock
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import threading
def double(x):
    lock = threading.Lock(); lock.acquire(); lock.acquire()
