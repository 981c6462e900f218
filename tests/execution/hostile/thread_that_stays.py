# why: right, and a thread that never ends
# checks: literal
# expect: finished
# kind: resources
# limits: seconds=0.5
import threading, time
threading.Thread(target=time.sleep, args=(600,)).start()
def double(x): return 2 * x
