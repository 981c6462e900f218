# why: a dataclass, by its fields
# checks: own_dataclass
import dataclasses
@dataclasses.dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int
def double(x): return Point(x, 2 * x)
