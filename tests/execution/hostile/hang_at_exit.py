# why: right, and an exit that never ends
# checks: literal
# expect: finished, timed out
# kind: resources
# limits: seconds=0.5
import atexit, time
atexit.register(time.sleep, 600)
class Slow:
    def __del__(self): time.sleep(600)
slow = Slow()
def double(x): return 2 * x
