# why: SIGSTOP
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import os, signal
def double(x): os.kill(os.getpid(), signal.SIGSTOP)
