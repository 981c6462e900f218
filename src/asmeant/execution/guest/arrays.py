"""Arrays and numbers of numpy <-> the trees that stand for them."""

from __future__ import annotations

from typing import Any, Dict

from .decoding import Decoder
from .encoding import Encoder, quoted, tagged
from .forms import Decode, Encode, library


def base64() -> Any:
    """Loaded with the first array: a process that forks for every trial is quicker without it."""
    import binascii

    return binascii


def _plain_array(value: Any) -> Any:
    numpy = library("numpy")
    return numpy.ndarray.view(value, numpy.ndarray) if type(value) is not numpy.ndarray else value


def _items(self: Encoder, array: Any, depth: int) -> str:
    """What an array holds: its bytes, or, where it holds objects, each of them."""
    if array.dtype.hasobject:
        return self.many(array.ravel().tolist(), depth)
    return quoted(base64().b2a_base64(array.tobytes(), newline=False).decode())


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


def read_array(self: Decoder, content: Any) -> Any:
    numpy = library("numpy")
    dtype, shape = _dtype(self, content[0]), tuple(self.values(content[1]))
    if dtype.hasobject:
        items = self.values(content[2])
        array = numpy.empty(len(items), dtype=object)
        for number, item in enumerate(items):
            array[number] = item
        return array.reshape(shape)
    data = base64().a2b_base64(content[2])
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
    return numpy.frombuffer(base64().a2b_base64(content[1]), dtype=_dtype(self, content[0]))[0]


def _masked(self: Decoder, content: Any) -> Any:
    numpy = library("numpy")
    data, mask = self.values(content)
    if not mask.any() or self.permits("hidden values"):
        return numpy.ma.MaskedArray(data, mask)
    return numpy.where(mask, numpy.nan, data)


ENCODERS: Dict[str, Encode] = {
    "numpy.ndarray": _encode_array,
    "numpy.ma.MaskedArray": _encode_masked,
    "numpy.ma.core.MaskedArray": _encode_masked,
    "numpy.generic": _encode_scalar,
}
DECODERS: Dict[str, Decode] = {
    "array": read_array,
    "matrix": lambda self, content: library("numpy").matrix(read_array(self, content)),
    "masked": _masked,
    "scalar": _scalar,
}
