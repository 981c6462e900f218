"""What is written is read again; blocks are unpacked as the format says."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests import needs

torch = pytest.importorskip("torch", reason=needs.TRAIN)

from asmeant.errors import ModelError  # noqa: E402
from asmeant.models.adapter.gguf import Stored, read_gguf, write_gguf  # noqa: E402


@pytest.mark.parametrize(("stored", "error"), [("f32", 0.0), ("f16", 1e-3), ("q8_0", 0.02), ("q4_0", 0.4)])
def test_a_round_trip(tmp_path: Path, stored: Stored, error: float) -> None:
    tensor = torch.randn(5, 64, generator=torch.Generator().manual_seed(1))
    path = tmp_path / "a.gguf"
    write_gguf(
        path,
        {"name": "ä", "count": 7, "alpha": 0.5, "words": ["a", "b"], "kinds": [1, 3]},
        {"w": tensor},
        stored,
    )
    file = read_gguf(path)
    assert file.metadata == {"name": "ä", "count": 7, "alpha": 0.5, "words": ["a", "b"], "kinds": [1, 3]}
    assert torch.allclose(file.tensor("w"), tensor, atol=error)


def test_rows_that_fill_no_block_are_halves(tmp_path: Path) -> None:
    tensor = torch.randn(4, 6)
    write_gguf(tmp_path / "a.gguf", {}, {"w": tensor, "zero": torch.zeros(2, 32)}, "q8_0")
    file = read_gguf(tmp_path / "a.gguf")
    assert torch.allclose(file.tensor("w"), tensor, atol=1e-2)
    assert torch.equal(file.tensor("zero"), torch.zeros(2, 32))


@pytest.mark.parametrize(
    ("kind", "block", "expected"),
    [
        # scale 2, values 0 to 15 in the low halves and 15 to 0 in the high halves, less 8
        (2, struct.pack("<e", 2.0), lambda number: 2.0 * (number - 8)),
        # the same with a smallest value of 1 instead
        (3, struct.pack("<ee", 2.0, 1.0), lambda number: 2.0 * number + 1.0),
    ],
)
def test_four_bits(tmp_path: Path, kind: int, block: bytes, expected: object) -> None:
    path = tmp_path / "a.gguf"
    numbers = bytes(low | (15 - low) << 4 for low in range(16))
    name = struct.pack("<Q", 1) + b"w"
    header = b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + name + struct.pack("<IQIQ", 1, 32, kind, 0)
    path.write_bytes(header.ljust(-(-len(header) // 32) * 32, b"\0") + block + numbers)
    assert callable(expected)
    values = [*range(16), *reversed(range(16))]
    assert read_gguf(path).tensor("w").tolist() == [expected(number) for number in values]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    write_gguf(path, {"a": 1}, {"w": torch.zeros(32)}, "f32")
    whole = path.read_bytes()
    with pytest.raises(ModelError, match="has no tensor called v"):
        read_gguf(path).tensor("v")
    path.write_bytes(whole[:-8])
    with pytest.raises(ModelError, match="is cut off"):
        read_gguf(path).tensor("w")
    path.write_bytes(whole[:30])
    with pytest.raises(ModelError, match="is damaged or cut off"):
        read_gguf(path)
    path.write_bytes(b"PK")
    with pytest.raises(ModelError, match="is not a GGUF file"):
        read_gguf(path)
    with pytest.raises(ModelError, match="cannot be read: No such file"):
        read_gguf(tmp_path / "none.gguf")
    path.write_bytes(whole.replace(struct.pack("<IQIQ", 1, 32, 0, 0), struct.pack("<IQIQ", 1, 32, 14, 0)))
    with pytest.raises(ModelError, match=r"stored in a way that is not known \(type 14\)"):
        read_gguf(path).tensor("w")
