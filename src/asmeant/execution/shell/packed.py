"""Two archives or compressed files -> whether the same is in them. Bounded: a candidate made one of them."""

from __future__ import annotations

import bz2
import io
import lzma
import posixpath
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from asmeant.execution.shell.archives import members_of
from asmeant.execution.shell.tree import MOST_BYTES

METHODS: Mapping[bytes, Callable[[], Any]] = {
    b"\x1f\x8b": lambda: zlib.decompressobj(wbits=31),
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ": lzma.LZMADecompressor,
}


def same_packed(one: bytes, other: bytes, dated: bool = False) -> bool:
    """By method, and by name, kind, mode, owner, content and, where it is `dated`, time of what they hold."""
    if _method(one) != _method(other):
        return False
    try:
        contents = _unpacked(one, dated), _unpacked(other, dated)
    except Exception:  # a broken archive makes the libraries that read it fail in any way
        return False
    return contents[0] is not None and contents[0] == contents[1]


def _method(data: bytes) -> bytes | None:
    return next((magic for magic in METHODS if data.startswith(magic)), None)


def _unpacked(data: bytes, dated: bool) -> dict[str, object] | bytes | None:
    """The members of an archive, or what a compressed file holds; None for what is neither."""
    method = _method(data)
    if method is not None:
        data = _decompressed(data, METHODS[method])
    if data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = list(members_of(archive))
        ends = data[-22:-18] == b"PK\x05\x06"  # as one without a comment does
    elif data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
            members = list(members_of(tar))
        ends = not data[tar.offset :].strip(b"\0")
    else:
        return data if method is not None else None
    if not ends:
        raise ValueError("something stands behind the archive")
    return {
        posixpath.normpath(entry.path): (entry.kind, entry.mode, entry.content, entry.target, owner)
        + ((entry.time,) if dated else ())
        for entry, owner in members
        if entry.kind != "hard link" or entry.target != entry.path  # packed a second time
    }


def _decompressed(data: bytes, method: Callable[[], Any]) -> bytes:
    """All that is in it, one stream after the other. What is no stream does not belong there."""
    content = bytearray()
    while data:
        stream = method()
        content += stream.decompress(data, MOST_BYTES + 1)
        if not stream.eof or len(content) > MOST_BYTES:
            raise EOFError("it ends too early, or is too much to compare")
        data = stream.unused_data
    return bytes(content)
