# why: ten thousand threads
# checks: literal
# expect: failed, timed out, out of memory
# kind: resources
# limits: seconds=1
import threading, time
def double(x):
    for _ in range(10_000): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
