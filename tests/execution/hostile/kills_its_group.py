# why: killpg(0)
# checks: literal
# expect: killed, failed
# kind: isolation
import os, signal
def double(x):
    os.killpg(0, signal.SIGKILL)
    return 2 * x
