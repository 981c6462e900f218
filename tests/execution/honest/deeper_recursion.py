# why: deeper, with a limit that it set itself
# checks: deeper
import sys
sys.setrecursionlimit(20_000)
def double(x): return 0 if x == 0 else 2 + double(x - 1)
