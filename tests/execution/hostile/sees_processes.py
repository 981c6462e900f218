# why: only its own world in /proc
# checks: literal
# expect: finished
# kind: isolation
import os
def double(x):
    seen = [n for n in os.listdir("/proc") if n.isdigit()]
    assert len(seen) <= 2, seen
    return 2 * x
