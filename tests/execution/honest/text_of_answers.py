# why: str of what is not plain
# checks: text
import collections, datetime
Pair = collections.namedtuple("Pair", "a b")
def double(x): return Pair(1, 2) if x == 1 else datetime.date(2020, 1, 2)
