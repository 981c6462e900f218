# why: a C stack that overflows
# checks: literal
# expect: killed, failed, out of memory
# kind: resources
# limits: memory_mb=512, seconds=2
import sys
sys.setrecursionlimit(10 ** 9)
class A:
    def __getattr__(self, name): return getattr(self, name + "x"[:0])
def double(x): return A().b
