# why: the entry is a C wrapper
# checks: loop
# expect: failed, tampered
# kind: forgery
import functools
class Yes:
    def __eq__(self, other): return True
@functools.lru_cache
def double(x): return Yes()
