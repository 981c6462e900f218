# why: a default dict answers for what is not in it
# checks: missing
import collections
def double(x): return collections.defaultdict(int, a=x)
