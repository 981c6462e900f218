# why: the function itself is wrapped
# checks: loop
import functools
@functools.lru_cache(maxsize=None)
def double(x): return 2 * x
