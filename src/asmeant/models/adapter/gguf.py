"""GGUF files: metadata and tensors. Reads F32, F16, Q8_0, Q4_0 and Q4_1; writes all but Q4_1.

Tensors have their rows first, as in PyTorch; the file lists the dimensions in reverse order.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal

import torch
from torch import Tensor

from asmeant.errors import ModelError

MAGIC, VERSION, ALIGNMENT = b"GGUF", 3, 32
BLOCK = 32  # values that share a scale
_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY, _UINT32, _FLOAT32 = 8, 9, 4, 6
# The numbers of the types in the format.
F32, F16, Q4_0, Q4_1, Q8_0 = 0, 1, 2, 3, 8
Value = str | int | float | Sequence[str] | Sequence[int]
Stored = Literal["f32", "f16", "q8_0", "q4_0"]
STORED: dict[Stored, int] = {"f32": F32, "f16": F16, "q8_0": Q8_0, "q4_0": Q4_0}


@dataclass(frozen=True, slots=True)
class _Place:
    name: str
    shape: tuple[int, ...]
    kind: int
    offset: int


@dataclass(frozen=True, slots=True)
class GgufFile:
    """The metadata of a file; tensors are read one at a time."""

    path: Path
    metadata: Mapping[str, Any]
    places: Mapping[str, _Place]
    start: int

    def tensor(self, name: str) -> Tensor:
        """A tensor as 32-bit floats."""
        place = self.places.get(name)
        if place is None:
            raise ModelError(f"{self.path} has no tensor called {name}: another kind of model is needed.")
        with self.path.open("rb") as file:
            file.seek(self.start + place.offset)
            data = file.read(_bytes_of(place, self.path))
        if len(data) != _bytes_of(place, self.path):
            raise ModelError(f"{self.path} is cut off. Fetch it again.")
        raw = torch.frombuffer(bytearray(data), dtype=torch.uint8)
        return _DEQUANTIZE[place.kind](raw).reshape(place.shape)


def read_gguf(path: Path) -> GgufFile:
    try:
        with path.open("rb") as file:
            if file.read(4) != MAGIC:
                raise ModelError(f"{path} is not a GGUF file.")
            return _header(path, file)
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (struct.error, KeyError, MemoryError, UnicodeDecodeError) as error:
        raise ModelError(f"{path} is damaged or cut off. Fetch it again.") from error


def _header(path: Path, file: BinaryIO) -> GgufFile:
    _version = _number(file, "I")
    tensor_count, key_count = _number(file, "Q"), _number(file, "Q")
    metadata = {_text(file): _value(file, _number(file, "I")) for _ in range(key_count)}
    places = {place.name: place for place in _places(file, tensor_count)}
    alignment = metadata.get("general.alignment", ALIGNMENT)
    start = -(-file.tell() // alignment) * alignment
    return GgufFile(path, metadata, places, start)


def _places(file: BinaryIO, count: int) -> Iterator[_Place]:
    for _ in range(count):
        name = _text(file)
        shape = tuple(_number(file, "Q") for _ in range(_number(file, "I")))[::-1]
        yield _Place(name, shape, _number(file, "I"), _number(file, "Q"))


def _number(file: BinaryIO, code: str) -> Any:
    size = struct.calcsize(f"<{code}")
    return struct.unpack(f"<{code}", file.read(size))[0]


def _text(file: BinaryIO) -> str:
    length = _number(file, "Q")
    data = file.read(length)
    if len(data) != length:
        raise struct.error("cut off")
    return data.decode("utf-8", "replace")


def _value(file: BinaryIO, kind: int) -> Any:
    if kind == _STRING:
        return _text(file)
    if kind != _ARRAY:
        return _number(file, _NUMBERS[kind])
    item, count = _number(file, "I"), _number(file, "Q")
    if item in _NUMBERS:
        code = f"<{count}{_NUMBERS[item]}"
        return list(struct.unpack(code, file.read(struct.calcsize(code))))
    return [_value(file, item) for _ in range(count)]


# ── values ─────────────────────────────────────────────────────────────────────────────────────────

_BLOCK_BYTES = {F32: 4 * BLOCK, F16: 2 * BLOCK, Q4_0: 18, Q4_1: 20, Q8_0: 34}


def _bytes_of(place: _Place, path: Path) -> int:
    if place.kind not in _BLOCK_BYTES:
        raise ModelError(
            f"{path}: the tensor {place.name} is stored in a way that is not known (type {place.kind}). "
            "Known: F32, F16, Q4_0, Q4_1, Q8_0."
        )
    count = 1
    for size in place.shape:
        count *= size
    return count * _BLOCK_BYTES[place.kind] // BLOCK


def _halves(blocks: Tensor) -> Tensor:
    return blocks.contiguous().view(torch.float16).float()


def _nibbles(blocks: Tensor) -> Tensor:
    """The low halves of all bytes of a block precede the high halves."""
    return torch.cat([blocks & 15, blocks >> 4], dim=1).float()


def _from_q4_0(raw: Tensor) -> Tensor:
    blocks = raw.view(-1, 18)
    return (_nibbles(blocks[:, 2:]) - 8) * _halves(blocks[:, :2])


def _from_q4_1(raw: Tensor) -> Tensor:
    blocks = raw.view(-1, 20)
    return _nibbles(blocks[:, 4:]) * _halves(blocks[:, :2]) + _halves(blocks[:, 2:4])


def _from_q8_0(raw: Tensor) -> Tensor:
    blocks = raw.view(-1, 34)
    return blocks[:, 2:].contiguous().view(torch.int8).float() * _halves(blocks[:, :2])


_DEQUANTIZE: dict[int, Callable[[Tensor], Tensor]] = {
    F32: lambda raw: raw.view(torch.float32),
    F16: lambda raw: raw.view(torch.float16).float(),
    Q4_0: _from_q4_0,
    Q4_1: _from_q4_1,
    Q8_0: _from_q8_0,
}


def _to_q8_0(tensor: Tensor) -> bytes:
    blocks = tensor.float().reshape(-1, BLOCK)
    scale = blocks.abs().amax(dim=1, keepdim=True) / 127
    rounded = torch.where(scale > 0, blocks / scale.clamp(min=1e-30), 0).round().to(torch.int8)
    return _bytes(torch.cat([scale.half().view(torch.uint8), rounded.view(torch.uint8)], dim=1))


def _to_q4_0(tensor: Tensor) -> bytes:
    """Values from -8 to 7, scaled so that the value farthest from zero is -8."""
    blocks = tensor.float().reshape(-1, BLOCK)
    farthest = blocks.gather(1, blocks.abs().argmax(dim=1, keepdim=True))
    scale = (farthest / -8).half()
    safe = torch.where(scale == 0, 1, scale.float())
    rounded = (blocks / safe + 8.5).floor().clamp(0, 15).to(torch.uint8)
    packed = rounded[:, : BLOCK // 2] | rounded[:, BLOCK // 2 :] << 4
    return _bytes(torch.cat([scale.view(torch.uint8), packed], dim=1))


def _bytes(tensor: Tensor) -> bytes:
    contiguous = tensor.contiguous()
    return ctypes.string_at(contiguous.data_ptr(), contiguous.numel() * contiguous.element_size())


_QUANTIZE: dict[int, Callable[[Tensor], bytes]] = {
    F32: lambda tensor: _bytes(tensor.float()),
    F16: lambda tensor: _bytes(tensor.half()),
    Q4_0: _to_q4_0,
    Q8_0: _to_q8_0,
}


# ── writing ────────────────────────────────────────────────────────────────────────────────────────


def write_gguf(
    path: Path, metadata: Mapping[str, Value], tensors: Mapping[str, Tensor], stored: Stored
) -> None:
    """Writes a GGUF file. A tensor whose rows do not fill whole blocks is written as F16."""
    kinds = {name: _kind(tensor, stored) for name, tensor in tensors.items()}
    data = {name: _QUANTIZE[kinds[name]](tensor.cpu()) for name, tensor in tensors.items()}
    header = [MAGIC, struct.pack("<IQQ", VERSION, len(tensors), len(metadata))]
    header += [_packed(key) + _packed_value(value) for key, value in metadata.items()]
    offset = 0
    for name, tensor in tensors.items():
        dimensions = struct.pack(f"<I{tensor.dim()}Q", tensor.dim(), *reversed(tensor.shape))
        header.append(_packed(name) + dimensions + struct.pack("<IQ", kinds[name], offset))
        offset += _padded(len(data[name]))
    start = b"".join(header)
    partial = path.with_name(f"{path.name}.partial")
    with partial.open("wb") as file:
        file.write(start.ljust(_padded(len(start)), b"\0"))
        for content in data.values():
            file.write(content.ljust(_padded(len(content)), b"\0"))
    partial.replace(path)


def _kind(tensor: Tensor, stored: Stored) -> int:
    kind = STORED[stored]
    return F16 if kind in (Q4_0, Q8_0) and tensor.shape[-1] % BLOCK else kind


def _padded(length: int) -> int:
    return -(-length // ALIGNMENT) * ALIGNMENT


def _packed(text: str) -> bytes:
    data = text.encode("utf-8")
    return struct.pack("<Q", len(data)) + data


def _packed_value(value: Value) -> bytes:
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = [_typed(item) for item in value]
        kind = items[0][0] if items else _UINT32
        return struct.pack("<IIQ", _ARRAY, kind, len(items)) + b"".join(data for _, data in items)
    kind, data = _typed(value)
    return struct.pack("<I", kind) + data


def _typed(value: str | int | float) -> tuple[int, bytes]:
    if isinstance(value, str):
        return _STRING, _packed(value)
    if isinstance(value, int):
        return _UINT32, struct.pack("<I", value)
    return _FLOAT32, struct.pack("<f", value)
