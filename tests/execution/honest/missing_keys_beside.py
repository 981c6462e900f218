# why: a counter answers for what is not in it, where another program would give a plain dict
# checks: missing_beside
import collections
def double(x): return collections.Counter(a=x)
