# why: classes of the program itself, by pickle and copy
# checks: loop
import copy, dataclasses, enum, pickle, typing
@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: "typing.List[int]" = dataclasses.field(default_factory=list)
class Color(enum.Enum):
    RED = 1
class Pair(typing.NamedTuple):
    a: int
    b: int
def double(x):
    point = Point(x, [1])
    assert pickle.loads(pickle.dumps(point)) == copy.deepcopy(point) == point
    assert pickle.loads(pickle.dumps(Color.RED)) is Color.RED and pickle.loads(pickle.dumps(Pair(1, 2))) == (1, 2)
    assert typing.get_type_hints(Point)["y"] == typing.List[int]
    return dataclasses.asdict(point)["x"] * 2
