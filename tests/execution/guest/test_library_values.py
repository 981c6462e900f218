"""Values of libraries come back as they went, and reading them calls nothing but the library's own constructors."""

from __future__ import annotations

import array
import dataclasses
import enum
import http
import json
import pathlib
import re
import signal
import types
import uuid
from collections import ChainMap, UserDict, UserList, UserString
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.execution.guest import decoding, libraries
from asmeant.execution.guest.decoding import Decoder
from asmeant.execution.guest.encoding import Encoder
from tests import needs
from tests.execution.guest.crossing import copied, same, there_and_back

np = pytest.importorskip("numpy", reason=needs.DEV)
pd = pytest.importorskip("pandas", reason=needs.DEV)
pytestmark = pytest.mark.usefixtures("with_libraries")

# ── the standard library ──

STANDARD: list[Any] = [
    ChainMap({1: 2}, {3: [4]}), ChainMap(), UserList([1, (2,)]), UserDict({1: [2]}), UserString("a"),
    array.array("d", [1.5]), array.array("u", "é"), array.array("b"),
    pathlib.Path("/a/b"), pathlib.PurePosixPath("a"), pathlib.PureWindowsPath("C:\\a"), pathlib.Path(),
    uuid.UUID(int=5), re.compile("a(b)?", re.I | re.M), re.compile(b"a"),
    http.HTTPStatus.NOT_FOUND, types.MappingProxyType({1: 2}),
    [pathlib.Path("a"), {uuid.UUID(int=1): UserList([])}],
]  # fmt: skip


@pytest.mark.parametrize("value", STANDARD, ids=lambda value: type(value).__name__)
def test_values_of_the_standard_library(value: Any) -> None:
    back = copied(value)
    assert type(back) is type(value)
    assert back == value


def test_nested_maps_of_a_chain() -> None:
    back = copied(ChainMap({1: 2}, {1: 3}))
    assert back.maps == [{1: 2}, {1: 3}]
    assert back[1] == 2


class Shade(enum.Enum):
    DARK = 1


def _members(base: Any, name: str) -> Any:
    space = type(base).__prepare__(name, (base,))
    space["__module__"], space["A"] = "candidate_module", 1
    return space


def test_enums_of_libraries_are_themselves_and_those_of_programs_are_not_copied() -> None:
    assert copied(re.I | re.M) == re.I | re.M
    member = uuid.SafeUUID.safe
    assert copied(member) is member
    assert copied(Shade.DARK) is Shade.DARK  # this module is a file; that of a program is none
    made: Any = enum.EnumMeta("Made", (enum.Enum,), _members(enum.Enum, "Made"))
    assert json.loads(Encoder().text(made.A)) == {"object": "candidate_module.Made"}
    assert copied(signal.SIGTERM) is signal.SIGTERM
    assert same(there_and_back(signal.SIGTERM), 15)  # the harness reads plain data
    number: Any = enum.EnumMeta("Number", (enum.IntEnum,), _members(enum.IntEnum, "Number"))
    assert same(copied(number.A), 1)


@pytest.mark.parametrize(
    "match",
    [
        re.search("b+", "abbbc"),
        re.match("(?P<a>a)(x)?", "ab"),
        re.fullmatch("a|ab", "ab"),
        re.compile("b").search("aabab", 3),
        re.compile("a*").match("aaaa", 1, 3),
        list(re.finditer("a.", "abacad"))[2],
        re.search(b"b", b"ab"),
        re.compile("^a", re.M).search("b\na"),
    ],
    ids=str,
)
def test_matches_are_found_again(match: re.Match[str]) -> None:
    back = copied(match)
    assert (back.span(), back.groups(), back.groupdict(), back.re, back.string) == (
        match.span(), match.groups(), match.groupdict(), match.re, match.string,
    )  # fmt: skip


def test_a_match_that_is_none_cannot_be_made() -> None:
    tree = json.loads(Encoder().text(re.search("b", "ab")))
    tree["match"][5] = [0, 1]
    with pytest.raises(ValueError, match="no such match"):
        Decoder().value(tree)


@dataclasses.dataclass
class Item:
    name: str
    price: float = 0.0
    note: str = dataclasses.field(default="", compare=False)
    kinds: ClassVar[int] = 3


@dataclasses.dataclass(frozen=True, order=True)
class Version:
    parts: tuple[int, ...]


@dataclasses.dataclass
class Odd:
    x: int

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


@dataclasses.dataclass
class Inherited(Odd):
    pass


def test_dataclasses_go_by_their_fields() -> None:
    back = copied([Item("a", 1.5, "x"), Item("a", 1.5, "y"), Item("b"), Version((1, 2)), Version((1, 3))])
    assert (back[0].name, back[0].price, back[0].note) == ("a", 1.5, "x")
    assert back[0] == back[1]  # the note does not count
    assert back[0] != back[2]
    assert back[3] < back[4]
    with pytest.raises(dataclasses.FrozenInstanceError):
        back[3].parts = ()
    assert repr(back[2]) == "Item(name='b', price=0.0, note='')"
    assert not isinstance(back[0], Item)


def test_a_dataclass_says_nothing_of_its_own_equality() -> None:
    one, other, again = copied([Odd(1), Odd(2), Odd(1)])
    assert one != other
    assert one == again


def test_a_dataclass_whose_fields_are_not_set_goes_by_those_that_are() -> None:
    item = Item("a")
    del item.name
    assert dataclasses.asdict(copied(item)) == {"price": 0.0, "note": ""}


@pytest.mark.parametrize(
    "error",
    [ValueError("a", 1), KeyError("k"), OSError(2, "no", "file"), UnicodeDecodeError("utf-8", b"a", 0, 1, "bad"),
     StopIteration(3), json.JSONDecodeError("m", "doc", 1), re.error("bad")],
    ids=lambda error: type(error).__name__,
)  # fmt: skip
def test_errors_as_values(error: BaseException) -> None:
    back = copied(error)
    assert isinstance(back, type(error))
    assert str(back) == str(error)
    assert back.args == error.args


# ── numpy ──

ARRAYS = {
    "int": np.arange(6).reshape(2, 3),
    "float32": np.array([1.5, np.nan], dtype="float32"),
    "bool": np.array([True, False]),
    "complex": np.array([1j]),
    "text": np.array(["a", "bcd"]),
    "bytes": np.array([b"a", b"bcd"]),
    "dates": np.array(["2020-01-01", "NaT"], dtype="datetime64[D]"),
    "spans": np.array([1, 2], dtype="timedelta64[ms]"),
    "objects": np.array([[1, "a"], [None, [2]]], dtype=object),
    "structured": np.array([(1, 2.5, "x")], dtype=[("a", "i4"), ("b", "f8"), ("c", "U3")]),
    "nested structure": np.zeros(2, dtype=[("a", [("b", "i2"), ("c", "f4")]), ("d", "u1", (2, 2))]),
    "0-d": np.array(5),
    "0-d object": np.array(None, dtype=object),
    "empty": np.zeros((0, 3)),
    "empty object": np.zeros((2, 0), dtype=object),
    "big-endian": np.arange(3, dtype=">i4"),
    "transposed": np.arange(6).reshape(2, 3).T,
    "every second": np.arange(6)[::2],
    "read-only": np.broadcast_to(np.arange(2), (3, 2)),
    "half": np.array([1], dtype="f2"),
    "unsigned": np.array([2**64 - 1], dtype="u8"),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays(name: str) -> None:
    value = ARRAYS[name]
    back = copied(value)
    assert type(back) is np.ndarray
    assert (back.dtype, back.shape) == (value.dtype, value.shape)
    np.testing.assert_array_equal(back, value)
    assert back.flags.writeable


def test_kinds_of_arrays() -> None:
    matrix = copied(np.matrix([[1, 2]]))
    assert type(matrix) is np.matrix
    masked = copied(np.ma.array([1, 2, 3], mask=[0, 1, 0]))
    assert type(masked) is np.ma.MaskedArray
    assert masked.tolist() == [1, None, 3]
    assert type(copied(np.arange(3).view(type("Own", (np.ndarray,), {})))) is np.ndarray


SCALARS = [
    np.int64(5), np.uint8(255), np.float32(1.5), np.float64("nan"), np.bool_(True), np.complex64(1j),
    np.str_("é"), np.bytes_(b"a"), np.datetime64("2020-01-01T00:00"), np.datetime64("NaT"),
    np.timedelta64(3, "h"), np.array([(1, 2.5)], dtype=[("a", "i4"), ("b", "f8")])[0],
]  # fmt: skip


@pytest.mark.parametrize("value", SCALARS, ids=repr)
def test_scalars(value: Any) -> None:
    back = copied(value)
    if isinstance(value, str | bytes):  # a text first, and only then a number of numpy
        assert same(back, str(value) if isinstance(value, str) else bytes(value))
        return
    assert type(back) is type(value)
    assert back.dtype == value.dtype
    np.testing.assert_array_equal(back, value)


def test_the_harness_is_given_plain_numbers() -> None:
    assert same(there_and_back(np.float64(1.5)), 1.5)
    assert same(there_and_back(np.complex128(1j)), 1j)


def test_types_of_numpy() -> None:
    assert copied(np.int64) is np.int64


# ── pandas ──

DAYS = pd.date_range("2020-01-01", periods=3, freq="D")
FRAMES = {
    "plain": pd.DataFrame({"a": [1, 2, 3], "b": [1.5, None, 2], "c": ["x", None, "z"]}),
    "empty": pd.DataFrame(),
    "no rows": pd.DataFrame({"a": pd.Series([], dtype="int64"), "b": pd.Series([], dtype="object")}),
    "no columns": pd.DataFrame(index=[1, 2]),
    "same names": pd.DataFrame([[1, "a"]], columns=["x", "x"]),
    "own index": pd.DataFrame({"a": [1, 2]}, index=pd.Index(["p", "q"], name="key")),
    "dates": pd.DataFrame({"a": DAYS, "b": [1, 2, 3]}, index=DAYS),
    "zones": pd.DataFrame({"a": DAYS.tz_localize("Europe/Madrid")}),
    "spans": pd.DataFrame({"a": pd.to_timedelta([1, None, 3], unit="h")}),
    "categories": pd.DataFrame({"a": pd.Categorical(["x", None, "y"], categories=["y", "x", "z"], ordered=True)}),
    "nullable": pd.DataFrame({"a": pd.array([1, None], dtype="Int64"), "b": pd.array([True, None], dtype="boolean")}),
    "strings": pd.DataFrame({"a": pd.array(["x", None], dtype="string")}),
    "mixed": pd.DataFrame({"a": [1, "x"], "b": [[1], {2: 3}]}),
    "levels": pd.DataFrame([[1, 2], [3, 4]], index=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["k", "n"]),
                           columns=pd.MultiIndex.from_tuples([("x", "y"), ("x", "z")])),
    "int8": pd.DataFrame({"a": np.array([1, 2], dtype="int8")}),
    "periods": pd.DataFrame({"a": pd.period_range("2020-01", periods=2, freq="M")}),
    "intervals": pd.DataFrame({"a": pd.interval_range(0, 2)}),
}  # fmt: skip


@pytest.mark.parametrize("name", FRAMES)
def test_frames(name: str) -> None:
    pd.testing.assert_frame_equal(copied(FRAMES[name]), FRAMES[name], check_freq=False)


@pytest.mark.parametrize("name", FRAMES)
def test_series_and_indexes(name: str) -> None:
    frame = FRAMES[name]
    for number in range(frame.shape[1]):
        column = frame.iloc[:, number]
        pd.testing.assert_series_equal(copied(column), column, check_freq=False)
    for index in (frame.index, frame.columns):
        pd.testing.assert_index_equal(copied(index), index, exact=True)


@pytest.mark.parametrize(
    "value",
    [pd.Timestamp("2020-01-01 12:00:00.000000001"), pd.Timestamp("2020-01-01", tz="Asia/Tokyo"), pd.Timedelta("1h"),
     pd.Timestamp(np.datetime64("9999-01-01", "s")), pd.Timedelta(np.timedelta64(10**10, "s")), pd.NaT, pd.NA, pd.RangeIndex(2, 8, 3), pd.Index([1, 2]), pd.CategoricalIndex(["a", "b"]), DAYS,
     pd.Period("2020-01", "M"), pd.Interval(0, 1)],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_values_of_pandas(value: Any) -> None:
    back = copied(value)
    assert type(back) is type(value)
    if value is pd.NaT or value is pd.NA:
        assert back is value
    elif isinstance(value, pd.Index):
        pd.testing.assert_index_equal(back, value)
    else:
        assert back == value


def test_the_zone_of_a_timestamp() -> None:
    back = copied(pd.Timestamp("2020-07-01", tz="Europe/Madrid"))
    assert str(back.tz) == "Europe/Madrid"
    assert back.hour == 0


# ── others, where they are installed ──


def test_sparse_matrices() -> None:
    sparse = pytest.importorskip("scipy.sparse", reason=needs.DEV)
    for form in ("csr", "csc", "coo", "lil", "dok", "dia", "bsr"):
        matrix = sparse.coo_matrix(([1.5, 2.0], ([0, 1], [1, 0])), shape=(2, 3)).asformat(form)
        back = copied(matrix)
        assert back.format == form
        assert back.shape == (2, 3)
        assert (back != matrix).nnz == 0
        assert type(back) is type(matrix)
        array = sparse.coo_array(matrix).asformat(form)
        assert type(copied(array)) is type(array)
        assert (copied(array) != array).nnz == 0


def test_images() -> None:
    images = pytest.importorskip("PIL.Image", reason=needs.install("pillow"))
    for mode in ("RGB", "L", "1", "RGBA", "CMYK", "I", "F"):
        image = images.new(mode, (3, 2), 1)
        back = copied(image)
        assert (back.mode, back.size, back.tobytes()) == (image.mode, image.size, image.tobytes())
    assert copied(images.new("RGB", (2, 2), "red")).getpixel((0, 0)) == (255, 0, 0)


def test_elements() -> None:
    etree = pytest.importorskip("lxml.etree", reason=needs.install("lxml"))
    back = copied(etree.fromstring("<a b='c'><d>é</d>tail</a>"))
    assert etree.tostring(back) == etree.tostring(etree.fromstring("<a b='c'><d>é</d>tail</a>"))


def test_an_element_reads_no_files() -> None:
    pytest.importorskip("lxml.etree", reason=needs.install("lxml"))
    text = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>'
    back = Decoder().value({"element": text})
    assert not (back.text or "").strip()


def test_tensors() -> None:
    torch = pytest.importorskip("torch", reason=needs.TRAIN)
    back = copied(torch.tensor([[1.5, 2.0]]))
    assert torch.equal(back, torch.tensor([[1.5, 2.0]]))


# ── reading calls nothing else ──


@pytest.mark.parametrize(
    "tree",
    [
        {"enum": ["os", "PathLike", "x"]},
        {"enum": ["subprocess", "Popen", "x"]},
        {"array": ["O", [1], "AAAA"]},
        {"array": ["<i4", [10**6, 10**6], ""]},
        {"scalar": ["O", "AAAAAAAAAAA="]},
        {"missing": "x"},
        {"path": ["p", 5]},
        {"uuid": ["x"]},
        {"typed": ["O", {"bytes": "00"}]},
        {"image": ["RGB", [10**6, 10**6], {"bytes": "00"}]},
        {"sparse": ["__class__", [1, 1], [], [], []]},
        {"frame": []},
        {"series": [1, 2, 3]},
        {"index": ["plain"]},
        {"pattern": ["(", 0]},
        {"timestamp": ["x", None, "ns"]},
    ],
    ids=lambda tree: json.dumps(tree)[:40],
)
def test_what_is_no_form_of_a_library_raises(tree: Any) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011
        Decoder().value(tree)


leaves = st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(
    ["os", "system", "subprocess", "Popen", "builtins", "exec", "multi", "range", "plain", "category", "O", "<i4",
     "int64", "x", "RGB", "", "AAAA", "p", "csr", "NaT", "UTC"])  # fmt: skip
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(sorted({*libraries.DECODERS, *decoding.DECODERS})), inner, min_size=1, max_size=1),
    max_leaves=12,
)  # fmt: skip
MADE_BY = {"numpy", "pandas", "scipy", "PIL", "sympy", "lxml", "builtins", "collections", "datetime", "decimal",
           "fractions", "pathlib", "re", "uuid", "array", "zoneinfo", "time", "types"}  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(tree=trees)
def test_no_tree_makes_anything_but_data(tree: Any) -> None:
    """Whatever is read is of a module of data; a twin of a class has the name that it was given."""
    try:
        made = Decoder().value(tree)
    except Exception:
        return
    kind = type(made)
    top = kind.__module__.partition(".")[0]
    twin = hasattr(kind, "_fields") or dataclasses.is_dataclass(kind) or isinstance(made, BaseException)
    assert top in MADE_BY or twin, kind
    assert kind not in (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, types.CodeType)
