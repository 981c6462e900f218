# why: named tuples, ordered, default and counting dicts, equal to plain ones
# checks: collections
import collections
Pair = collections.namedtuple("Pair", "a b")
def double(x):
    default = collections.defaultdict(list); default["k"].append(x)
    return [Pair(x, 2), collections.OrderedDict(a=x), collections.Counter("aab"), default, {x, 2}, frozenset([x])]
