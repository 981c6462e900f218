"""Values of libraries <-> the trees that stand for them: arrays, tables, paths, patterns, enums, expressions.

Each form is written with what a library says of its own types, and read by calling that library's own
constructors with plain data.
"""

from __future__ import annotations

import binascii
import enum
import importlib
import re
import sys
from typing import Any, Callable, Dict, Optional

from . import decoding, encoding, errors, expressions
from .decoding import Decoder
from .encoding import Encoder, name_of, quoted, tagged

Encode = Callable[[Any, Any, int], str]
_known: Dict[type, Optional[Encode]] = {}


def encoder_for(kind: type) -> Optional[Encode]:
    """How a type is written, or None where it has no form. A class has the form of what it derives from."""
    if kind not in _known:
        _known[kind] = _find(kind)
    return _known[kind]


def _find(kind: type) -> Optional[Encode]:
    """A library's own type may derive from a plain one, as a moment of pandas does; a program's is it."""
    plain = False
    for base in kind.__mro__:
        plain = plain or base in encoding.ENCODERS
        encode = None if plain else ENCODERS.get(name_of(base))
        if encode is not None:
            return encode
    if issubclass(kind, enum.Enum) and (not plain or _is_of_library(kind)):
        return _encode_enum
    if plain:
        return None
    if hasattr(kind, "__dataclass_fields__"):
        return _encode_dataclass
    return _encode_error if issubclass(kind, BaseException) else None


def form(kind: str, *parts: Any) -> Encode:
    """Writes the parts, each a function of the value, in order."""

    def encode(self: Encoder, value: Any, depth: int) -> str:
        return tagged(kind, self.many([part(value) for part in parts], depth))

    return encode


def _encode_dataclass(self: Encoder, value: Any, depth: int) -> str:
    kind = type(value)
    described = vars(kind).get("__dataclass_fields__", {}) or kind.__dataclass_fields__
    fields = [item for item in described.values() if is_field(item) and hasattr(value, item.name)]
    options = getattr(kind, "__dataclass_params__", None)
    if options is None or (options.eq and "__eq__" not in vars(kind)):
        return self.refer(value, depth)
    pairs = [[item.name, getattr(value, item.name)] for item in fields]
    flags = [bool(options.eq), bool(options.order), bool(options.frozen)]
    content = [
        quoted(kind.__name__),
        "["
        + ", ".join(["[" + quoted(name) + ", " + self.text(item, depth) + "]" for name, item in pairs])
        + "]",
        self.many([bool(item.compare) for item in fields], depth),
        self.many(flags, depth),
    ]
    return tagged("dataclass", "[" + ", ".join(content) + "]")


def is_field(item: Any) -> bool:
    """Not a variable of the class, nor one that only its constructor takes."""
    return getattr(item._field_type, "name", "") == "_FIELD"


def _encode_enum(self: Encoder, value: Any, depth: int) -> str:
    kind = type(value)
    if not _is_of_library(kind):
        return self.refer(value, depth)
    flags = issubclass(kind, enum.Flag)  # several of them together have no name
    return tagged(
        "enum", self.many([kind.__module__, kind.__qualname__, value.value if flags else value.name], depth)
    )


def _is_of_library(kind: type) -> bool:
    module = sys.modules.get(kind.__module__)
    return getattr(module, kind.__qualname__, None) is kind and bool(getattr(module, "__file__", None))


def _encode_error(self: Encoder, value: BaseException, depth: int) -> str:
    parts = [errors.names_of(value), errors.text_of(value), errors.arguments_of(value), errors.details(value)]
    return tagged("error", self.many(parts, depth))


def _error(self: Decoder, content: Any) -> Any:
    names, text, arguments, carried = self.values(content)
    return errors.rebuilt(names, text, arguments, ends=True, carried=carried)


def _enum(self: Decoder, content: Any) -> Any:
    module, name, member = content
    kind = self.class_of(module, name)
    if not issubclass(kind, enum.Enum):
        raise ValueError(f"{name} is no enum")
    return kind[member] if isinstance(member, str) else kind(int(member))


# ── numpy ──────────────────────────────────────────────────────────────────────────────────────────


def library(name: str) -> Any:
    return importlib.import_module(name)


def _plain_array(value: Any) -> Any:
    numpy = library("numpy")
    return numpy.ndarray.view(value, numpy.ndarray) if type(value) is not numpy.ndarray else value


def _items(self: Encoder, array: Any, depth: int) -> str:
    """What an array holds: its bytes, or, where it holds objects, each of them."""
    if array.dtype.hasobject:
        return self.many(array.ravel().tolist(), depth)
    return quoted(binascii.b2a_base64(array.tobytes(), newline=False).decode())


def _encode_array(self: Encoder, value: Any, depth: int) -> str:
    numpy = library("numpy")
    array = _plain_array(value)
    kind = "matrix" if isinstance(value, numpy.matrix) else "array"
    if array.dtype.hasobject and array.dtype != object:
        return self.refer(value, depth)
    parts = [_dtype_text(self, array.dtype, depth), self.many(array.shape, depth), _items(self, array, depth)]
    return tagged(kind, "[" + ", ".join(parts) + "]")


def _encode_masked(self: Encoder, value: Any, depth: int) -> str:
    numpy = library("numpy")
    return tagged("masked", self.many([numpy.asarray(value.data), numpy.ma.getmaskarray(value)], depth))


def _dtype_text(self: Encoder, dtype: Any, depth: int) -> str:
    return self.many(dtype.descr, depth) if dtype.names else quoted(dtype.str)


def _dtype(self: Decoder, tree: Any) -> Any:
    numpy = library("numpy")
    if isinstance(tree, str):
        return numpy.dtype(tree)
    return numpy.dtype([tuple(self.value(part)) for part in tree])


def _array(self: Decoder, content: Any) -> Any:
    numpy = library("numpy")
    dtype, shape = _dtype(self, content[0]), tuple(self.values(content[1]))
    if dtype.hasobject:
        items = self.values(content[2])
        array = numpy.empty(len(items), dtype=object)
        for number, item in enumerate(items):
            array[number] = item
        return array.reshape(shape)
    data = binascii.a2b_base64(content[2])
    return numpy.frombuffer(bytearray(data), dtype=dtype).reshape(shape)


def _encode_scalar(self: Encoder, value: Any, depth: int) -> str:
    numpy = library("numpy")
    if value.dtype.hasobject:
        return self.refer(value, depth)
    return tagged(
        "scalar",
        "[" + _dtype_text(self, value.dtype, depth) + ", " + _items(self, numpy.asarray(value), depth) + "]",
    )


def _scalar(self: Decoder, content: Any) -> Any:
    numpy = library("numpy")
    return numpy.frombuffer(binascii.a2b_base64(content[1]), dtype=_dtype(self, content[0]))[0]


def _masked(self: Decoder, content: Any) -> Any:
    numpy = library("numpy")
    data, mask = self.values(content)
    if not mask.any() or self.permits("hidden values"):
        return numpy.ma.MaskedArray(data, mask)
    return numpy.where(mask, numpy.nan, data)


# ── pandas ─────────────────────────────────────────────────────────────────────────────────────────


def _column(values: Any) -> Any:
    """The values of a column or an index as plain data: an array, or items and the name of their type."""
    numpy, pandas = library("numpy"), library("pandas")
    if isinstance(values.dtype, numpy.dtype):
        return numpy.asarray(values)
    if isinstance(values.dtype, pandas.CategoricalDtype):
        codes = numpy.asarray(values.codes if hasattr(values, "codes") else values.cat.codes)
        return ["category", codes, list(values.dtype.categories), bool(values.dtype.ordered)]
    return [str(values.dtype), list(values)]


def _read_column(self: Decoder, tree: Any) -> Any:
    pandas = library("pandas")
    if not isinstance(tree, list):
        return tree
    if tree[0] == "category":
        _, codes, categories, ordered = tree
        return pandas.Categorical.from_codes(codes, categories=categories, ordered=ordered)
    if any(item is pandas.NA for item in tree[1]) and not self.permits("hidden values"):
        return pandas.Series(tree[1], dtype=object).array
    return pandas.array(tree[1], dtype=tree[0])


def _index(value: Any) -> Any:
    pandas = library("pandas")
    if isinstance(value, pandas.MultiIndex):
        return [
            "multi",
            [_column(value.get_level_values(level)) for level in range(value.nlevels)],
            list(value.names),
        ]
    if isinstance(value, pandas.RangeIndex):
        return ["range", [value.start, value.stop, value.step], value.name]
    frequency = getattr(value, "freqstr", None)
    return ["plain", _column(value), value.name, frequency if isinstance(frequency, str) else None]


def _read_index(self: Decoder, tree: Any) -> Any:
    pandas = library("pandas")
    if tree[0] == "multi":
        return pandas.MultiIndex.from_arrays(
            [pandas.Index(_read_column(self, level)) for level in tree[1]], names=tree[2]
        )
    if tree[0] == "range":
        return pandas.RangeIndex(*tree[1], name=tree[2])
    index = pandas.Index(_read_column(self, tree[1]), name=tree[2])
    if tree[3] is not None and isinstance(index, pandas.DatetimeIndex):
        index.freq = tree[3]
    return index


def _encode_frame(self: Encoder, value: Any, depth: int) -> str:
    columns = [_column(value.iloc[:, number]) for number in range(value.shape[1])]
    return tagged("frame", self.many([_index(value.index), _index(value.columns), columns], depth))


def _frame(self: Decoder, content: Any) -> Any:
    pandas = library("pandas")
    index, names, columns = self.values(content)
    rows = _read_index(self, index)
    made = {
        number: pandas.Series(_read_column(self, column), index=rows) for number, column in enumerate(columns)
    }
    frame = pandas.DataFrame(made, index=rows)
    frame.columns = _read_index(self, names)
    return frame


def _encode_series(self: Encoder, value: Any, depth: int) -> str:
    return tagged("series", self.many([_index(value.index), _column(value), value.name], depth))


def _series(self: Decoder, content: Any) -> Any:
    index, values, name = self.values(content)
    return library("pandas").Series(_read_column(self, values), index=_read_index(self, index), name=name)


def _encode_index(self: Encoder, value: Any, depth: int) -> str:
    return tagged("index", self.many(_index(value), depth))


def _encode_moment(self: Encoder, value: Any, depth: int) -> str:
    pandas = library("pandas")
    if value is pandas.NaT:
        return tagged("missing", '"NaT"')
    # Counted in the unit that it has: in nanoseconds there are no more than 584 years.
    count = [value._value, value.unit] if hasattr(value, "unit") else [value.value, "ns"]
    if isinstance(value, pandas.Timedelta):
        return tagged("timedelta", self.many(count, depth))
    zone = str(value.tz) if value.tz is not None else None
    return tagged("timestamp", self.many([*count, zone], depth))


def _timestamp(self: Decoder, content: Any) -> Any:
    count, unit, zone = self.values(content)
    moment = library("pandas").Timestamp(library("numpy").datetime64(count, unit))
    return moment.tz_localize("UTC").tz_convert(zone) if zone else moment


def _timedelta(self: Decoder, content: Any) -> Any:
    return library("pandas").Timedelta(library("numpy").timedelta64(*self.values(content)))


_encode_na: Encode = lambda self, value, depth: tagged("missing", '"NA"')  # noqa: E731
_encode_interval = form(
    "interval", lambda value: value.left, lambda value: value.right, lambda value: value.closed
)


def _period(self: Decoder, content: Any) -> Any:
    ordinal, frequency = self.values(content)
    return library("pandas").Period(ordinal=ordinal, freq=frequency)


def _missing(_: Decoder, content: Any) -> Any:
    pandas = library("pandas")
    return {"NaT": pandas.NaT, "NA": pandas.NA}[content]


# ── the rest ───────────────────────────────────────────────────────────────────────────────────────


def _encode_match(self: Encoder, value: Any, depth: int) -> str:
    parts = [value.re.pattern, value.re.flags, value.string, value.pos, value.endpos, list(value.span())]
    return tagged("match", self.many(parts, depth))


def _match(self: Decoder, content: Any) -> Any:
    """Found again: a match cannot be made, and one that is not there is none."""
    pattern, flags, string, pos, endpos, span = self.values(content)
    compiled = re.compile(pattern, flags)
    for find in (compiled.search, compiled.fullmatch, compiled.match):
        for start in (pos, span[0]):
            match = find(string, start, endpos)
            if match is not None and list(match.span()) == span:
                return match
    raise ValueError("there is no such match")


def _pattern(self: Decoder, content: Any) -> Any:
    return re.compile(*self.values(content))


def _path(self: Decoder, content: Any) -> Any:
    kind, text = self.values(content)
    return getattr(library("pathlib"), {"p": "PosixPath", "w": "PureWindowsPath"}.get(kind, "PurePosixPath"))(
        text
    )


def _array_module(self: Decoder, content: Any) -> Any:
    typecode, data = self.values(content)
    made = library("array").array(typecode)
    made.frombytes(data)
    return made


def _sparse(self: Decoder, content: Any) -> Any:
    form_name, like_array, shape, places, data = self.values(content)
    sparse = library("scipy.sparse")
    kind = sparse.coo_array if like_array else sparse.coo_matrix
    return kind((data, tuple(places)), shape=tuple(shape)).asformat(form_name)


def _encode_sparse(self: Encoder, value: Any, depth: int) -> str:
    """An array and a matrix multiply in other ways."""
    items = value.tocoo()
    places = items.coords if hasattr(items, "coords") else (items.row, items.col)
    like_array = type(value).__name__.endswith("_array")
    parts = [value.format, like_array, list(value.shape), list(places), items.data]
    return tagged("sparse", self.many(parts, depth))


def _image(self: Decoder, content: Any) -> Any:
    mode, size, data = self.values(content)
    if 8 * len(data) < size[0] * size[1]:
        raise ValueError("an image that is larger than its data")
    return library("PIL.Image").frombytes(mode, tuple(size), data)


def _tensor(self: Decoder, content: Any) -> Any:
    (array,) = self.values(content)
    return library("torch").from_numpy(array)


def _eager(self: Decoder, content: Any) -> Any:
    (array,) = self.values(content)
    return library("tensorflow").constant(array)


def _encode_expression(_: Encoder, value: Any, _depth: int) -> str:
    return tagged("sympy", quoted(expressions.written(value)))


def _encode_element(self: Encoder, value: Any, depth: int) -> str:
    return tagged("element", quoted(library("lxml.etree").tostring(value).decode()))


def _element(_: Decoder, content: str) -> Any:
    etree = library("lxml.etree")
    return etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))


def _user_dict(self: Decoder, content: Any) -> Any:
    import collections

    return collections.UserDict(self.value(content[0]))


def _collection(name: str) -> Callable[[Decoder, Any], Any]:
    def read(self: Decoder, content: Any) -> Any:
        import collections

        return getattr(collections, name)(*self.values(content))

    return read


def _proxy(self: Decoder, content: Any) -> Any:
    import types

    return types.MappingProxyType(self.value(content[0]))


def _uuid(self: Decoder, content: Any) -> Any:
    import uuid

    return uuid.UUID(self.value(content[0]))


ENCODERS: Dict[str, Encode] = {
    "numpy.ndarray": _encode_array,
    "numpy.ma.MaskedArray": _encode_masked,
    "numpy.ma.core.MaskedArray": _encode_masked,
    "numpy.generic": _encode_scalar,
    "pandas.core.frame.DataFrame": _encode_frame,
    "pandas.core.series.Series": _encode_series,
    "pandas.core.indexes.base.Index": _encode_index,
    "pandas.DataFrame": _encode_frame,
    "pandas.Series": _encode_series,
    "pandas.Index": _encode_index,
    "pandas._libs.tslibs.timestamps._Timestamp": _encode_moment,
    "pandas._libs.tslibs.timedeltas._Timedelta": _encode_moment,
    "pandas._libs.tslibs.nattype._NaT": _encode_moment,
    "pandas._libs.missing.NAType": _encode_na,
    "pandas.api.typing.NAType": _encode_na,
    "pandas._libs.tslibs.period._Period": form(
        "period", lambda value: value.ordinal, lambda value: value.freqstr
    ),
    "pandas._libs.interval.Interval": _encode_interval,
    "pandas.Interval": _encode_interval,
    "re.Match": _encode_match,
    "re.Pattern": form("pattern", lambda value: value.pattern, lambda value: value.flags),
    "pathlib.PurePath": form("path", lambda value: _path_kind(value), str),
    "pathlib._local.PurePath": form("path", lambda value: _path_kind(value), str),
    "uuid.UUID": form("uuid", str),
    "array.array": form("typed", lambda value: value.typecode, lambda value: value.tobytes()),
    "collections.ChainMap": form("chain", lambda value: list(value.maps)),
    "collections.UserList": form("userlist", lambda value: list(value.data)),
    "collections.UserString": form("userstring", lambda value: str(value.data)),
    "collections.UserDict": form("userdict", lambda value: dict(value.data)),
    "builtins.mappingproxy": form("proxy", dict),
    "scipy.sparse._base._spbase": _encode_sparse,
    "scipy.sparse._base.spmatrix": _encode_sparse,
    "scipy.sparse.base.spmatrix": _encode_sparse,
    "torch.Tensor": form("tensor", lambda value: value.detach().cpu().numpy()),
    "tensorflow.python.framework.ops.EagerTensor": form("eager", lambda value: value.numpy()),
    "PIL.Image.Image": form(
        "image", lambda value: value.mode, lambda value: list(value.size), lambda value: value.tobytes()
    ),
    "sympy.core.basic.Basic": _encode_expression,
    "sympy.matrices.matrixbase.MatrixBase": _encode_expression,
    "sympy.matrices.matrices.MatrixBase": _encode_expression,
    "lxml.etree._Element": _encode_element,
}


def _path_kind(value: Any) -> str:
    name = type(value).__name__
    return "w" if "Windows" in name else "p" if not name.startswith("Pure") else "pure"


DECODERS: Dict[str, Callable[[Any, Any], Any]] = {
    "enum": _enum,
    "error": _error,
    "array": _array,
    "matrix": lambda self, content: library("numpy").matrix(_array(self, content)),
    "masked": _masked,
    "scalar": _scalar,
    "frame": _frame,
    "series": _series,
    "index": lambda self, content: _read_index(self, self.values(content)),
    "timestamp": _timestamp,
    "timedelta": _timedelta,
    "missing": _missing,
    "period": _period,
    "interval": lambda self, content: library("pandas").Interval(*self.values(content)),
    "match": _match,
    "pattern": _pattern,
    "path": _path,
    "uuid": _uuid,
    "typed": _array_module,
    "chain": lambda self, content: _collection("ChainMap")(self, content[0]),
    "userlist": _collection("UserList"),
    "userstring": _collection("UserString"),
    "userdict": _user_dict,
    "proxy": _proxy,
    "sparse": _sparse,
    "tensor": _tensor,
    "eager": _eager,
    "image": _image,
    "sympy": lambda _, content: expressions.read(content),
    "element": _element,
}


def install() -> None:
    """From now on values of libraries have forms, too. Not in the harness, which reads plain data only."""
    encoding.LIBRARIES = encoder_for
    decoding.DECODERS.update(DECODERS)
