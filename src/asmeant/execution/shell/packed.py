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

Members = Mapping[str, tuple[object, ...]]

MOST_BYTES = 16 << 20
MOST_MEMBERS = 10_000
MAGIC: Mapping[bytes, Callable[[], Any]] = {
    b"\x1f\x8b": lambda: zlib.decompressobj(wbits=31),
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ": lzma.LZMADecompressor,
}
FAULTS = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile,
          NotImplementedError, RuntimeError, KeyError)  # fmt: skip


def same_packed(one: bytes, other: bytes, dated: bool = False) -> bool:
    """By name, kind, mode, owner and content of what they hold, and where it is `dated`, by time.

    What cannot be unpacked is not the same, nor is what is compressed by another method: a name like
    `a.tar.gz` says which.
    """
    if _magic(one) != _magic(other):
        return False
    try:
        contents = unpacked(one, dated), unpacked(other, dated)
    except FAULTS:
        return False
    return contents[0] is not None and contents[0] == contents[1]


def unpacked(data: bytes, dated: bool = False) -> Members | bytes | None:
    """The members of an archive, or what a compressed file holds; None for what is neither."""
    magic = _magic(data)
    if magic is None:
        return _members(data, dated)
    inner = _decompressed(data, MAGIC[magic])
    members = _members(inner, dated)
    return inner if members is None else members


def _decompressed(data: bytes, method: Callable[[], Any]) -> bytes:
    """All that is in it, one stream after the other. What is no stream does not belong there."""
    content = b""
    while data:
        stream = method()
        content = _bounded(content + stream.decompress(data, MOST_BYTES + 1))
        if not stream.eof:
            raise EOFError("it ends too early")
        data = stream.unused_data
    return content


def _magic(data: bytes) -> bytes | None:
    return next((magic for magic in MAGIC if data.startswith(magic)), None)


def _members(data: bytes, dated: bool) -> Members | None:
    if data[257:262] == b"ustar":
        return _tar(data, dated)
    return _zip(data) if data.startswith(b"PK\x03\x04") else None


def _tar(data: bytes, dated: bool) -> Members:
    by_name = {}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for count, member in enumerate(archive):
            if count > MOST_MEMBERS:
                raise ValueError("too many members")
            if member.islnk() and _name(member.linkname) == _name(member.name):  # packed a second time
                continue
            file = archive.extractfile(member) if member.isfile() else None
            content = _bounded(file.read(MOST_BYTES + 1)) if file else member.linkname.encode()
            moment = member.mtime if dated else 0
            owner = (member.uid, member.gid, member.uname, member.gname)
            by_name[_name(member.name)] = (member.type.decode("latin-1"), member.mode, owner, content, moment)
        rest = data[archive.offset :]
    if rest.strip(b"\0"):
        raise ValueError("something stands behind the archive")
    return by_name


def _zip(data: bytes) -> Members:
    if data[-22:-18] != b"PK\x05\x06":  # how an archive without a comment ends
        raise ValueError("something stands behind the archive")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        if len(members) > MOST_MEMBERS:
            raise ValueError("too many members")
        by_name = {}
        for member in members:
            with archive.open(member) as file:
                content = _bounded(file.read(MOST_BYTES + 1))
            kind = "directory" if member.is_dir() else "file"
            by_name[_name(member.filename)] = (kind, member.external_attr >> 16, content, 0)
        return by_name


def _name(name: str) -> str:
    return posixpath.normpath(name).lstrip("/")


def _bounded(content: bytes) -> bytes:
    if len(content) > MOST_BYTES:
        raise ValueError("too much to compare")
    return content
