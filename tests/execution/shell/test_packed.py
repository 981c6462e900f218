from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

import pytest

from asmeant.execution.shell import archives, packed
from asmeant.execution.shell.packed import same_packed


def tar(members: dict[str, bytes], mode: str = "w:gz", time: int = 0, bits: int = 0o644) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.mode = len(content), time, bits
            archive.addfile(member, io.BytesIO(content))
    return file.getvalue()


def zipped(members: dict[str, bytes], level: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return file.getvalue()


A, B = {"a": b"one", "d/b": b"two"}, {"d/b": b"two", "a": b"one"}


CASES = [
    (tar(A), tar(A), True),
    (tar(A), tar(B, time=7), True),
    (tar(A, "w:bz2"), tar(B, "w:bz2", time=7), True),
    (tar(A, "w:xz"), tar(B, "w:xz", time=7), True),
    (tar(A, "w"), tar(B, "w", time=7), True),
    (tar(A), tar(A, "w:bz2"), False),
    (tar(A), tar(A, "w"), False),
    (tar(A), tar({"./a": b"one", "./d/b": b"two"}), True),
    (tar(A), tar({"a": b"one"}), False),
    (tar(A), tar({"a": b"one", "d/b": b"TWO"}), False),
    (tar(A), tar(A, bits=0o600), False),
    (gzip.compress(b"x", mtime=1), gzip.compress(b"x", mtime=2), True),
    (gzip.compress(b"x"), gzip.compress(b"y"), False),
    (zipped(A, 1), zipped(B, 9), True),
    (zipped(A, 1), zipped({"a": b"one"}, 1), False),
    (b"plain", b"plain!", False),
    (b"", b"", False),
    (tar(A)[:40], tar(A), False),
    (b"\x1f\x8bjunk", tar(A), False),
    (b"PK\x03\x04junk", zipped(A, 1), False),
    (b"BZhjunk", tar(A), False),
]


# Not by their bytes, which hold the time of day.
@pytest.mark.parametrize(("one", "other", "same"), CASES, ids=range(len(CASES)))
def test_what_is_in_them_counts(one: bytes, other: bytes, same: bool) -> None:
    assert same_packed(one, other) is same


def test_times_count_where_they_were_set() -> None:
    assert same_packed(tar(A, time=7), tar(B, time=7), dated=True)
    assert not same_packed(tar(A, time=7), tar(B, time=8), dated=True)


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MOST_BYTES", 1000)
    assert not same_packed(gzip.compress(bytes(2000), mtime=1), gzip.compress(bytes(2000), mtime=2))
    monkeypatch.setattr(archives, "MOST_ENTRIES", 1)
    assert not same_packed(tar(dict.fromkeys("abc", b"")), tar(dict.fromkeys("abc", b""), time=1))
    assert not same_packed(zipped(A, 1), zipped(A, 9))
