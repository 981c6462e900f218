"""Values of libraries <-> the trees that stand for them: paths, patterns, enums, expressions and others.

Each form is written with what a library says of its own types, and read by calling that library's own
constructors with plain data.
"""

from __future__ import annotations

import enum
import re
import sys
from typing import Any, Dict, Optional

from . import arrays, decoding, encoding, errors, expressions, tables
from .decoding import Decoder
from .encoding import Encoder, name_of, quoted, tagged
from .forms import Decode, Encode, form, library

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


def _collection(name: str) -> Decode:
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
    **arrays.ENCODERS,
    **tables.ENCODERS,
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


DECODERS: Dict[str, Decode] = {
    "enum": _enum,
    "error": _error,
    **arrays.DECODERS,
    **tables.DECODERS,
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
