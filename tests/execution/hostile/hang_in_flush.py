# why: an output that takes for ever to flush
# checks: literal
# expect: timed out, failed, finished
# kind: resources
# limits: seconds=0.5
import sys, time
class Out:
    def write(self, text): pass
    def flush(self): time.sleep(600)
sys.stdout = Out()
def double(x): return 2 * x
