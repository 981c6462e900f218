# why: no CPU time at all
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import time
def double(x): time.sleep(600)
