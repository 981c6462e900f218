# why: no limit on recursion
# checks: literal
# expect: killed, out of memory, failed, timed out
# kind: resources
# limits: memory_mb=512, seconds=2
import sys
sys.setrecursionlimit(10 ** 9)
def double(x): return double(x) + 1
