"""Archives of strangers: nothing outside, no device, no link out, no bomb."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from asmeant.errors import DataError
from asmeant.execution.shell.archives import read_tree
from asmeant.web.settings import Quotas, Settings
from asmeant.web.uploads import check_archive, keep_tree, tree_path


def tar(*members: tarfile.TarInfo | tuple[str, bytes], mode: str = "w") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return buffer.getvalue()


def member(name: str, kind: bytes, target: str = "", size: int = 0) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, target, size
    return info


def zipped(name: str, content: bytes, bits: int = 0o100644) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo(name)
        info.external_attr = bits << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(info, content)
    return buffer.getvalue()


GOOD: dict[str, bytes] = {
    "tar": tar(("a/b.txt", b"hello")),
    "tar.gz": tar(("a/b.txt", b"hello"), mode="w:gz"),
    "tar.bz2": bz2.compress(tar(("a/b.txt", b"hello"))),
    "tar.xz": lzma.compress(tar(("a/b.txt", b"hello"))),
    "lzma": lzma.compress(tar(("a/b.txt", b"hello")), lzma.FORMAT_ALONE),
    "zip": zipped("a/b.txt", b"hello"),
    "listing": b'{"path": "a/b.txt", "text": "hello"}\n',
}


@pytest.mark.parametrize("kind", GOOD)
def test_archives_are_kept_as_listings(tmp_path: Path, kind: str) -> None:
    settings = Settings(folder=tmp_path)
    path = keep_tree(io.BytesIO(GOOD[kind]), settings)
    assert path.parent == settings.state / "trees"
    assert tree_path(path.stem, settings) == path
    entries = {entry.path: entry.content for entry in read_tree(path).entries}
    assert entries["/a/b.txt"] == b"hello"


@pytest.mark.parametrize("name", ["../x", "..", "x", "A" * 40, "0" * 40, "0" * 39 + "/", ""])
def test_only_kept_trees_are_found(tmp_path: Path, name: str) -> None:
    assert tree_path(name, Settings(folder=tmp_path)) is None


BAD: dict[str, Callable[[], bytes]] = {
    "path outside": lambda: tar(("../../etc/passwd", b"x")),
    "path outside within": lambda: tar(("a/../../x", b"x")),
    "path outside, zip": lambda: zipped("../x", b"x"),
    "path of the machine": lambda: tar(("/usr/bin/ls", b"x")),
    "path with a null": lambda: b'{"path": "a\\u0000b"}\n',
    "device": lambda: tar(member("sda", tarfile.BLKTYPE)),
    "character device": lambda: tar(member("null", tarfile.CHRTYPE)),
    "device, zip": lambda: zipped("null", b"", 0o020644),
    "link out": lambda: tar(member("a/link", tarfile.SYMTYPE, "../../../../etc/passwd")),
    "link out, zip": lambda: zipped("link", b"../../etc/passwd", 0o120777),
    "hard link out": lambda: tar(member("link", tarfile.LNKTYPE, "../etc/passwd")),
    "hard link to nothing": lambda: tar(member("link", tarfile.LNKTYPE, "nothing")),
    "gzip bomb": lambda: gzip.compress(b"\0" * (10 << 20), 1) * 20,
    "file bomb": lambda: gzip.compress(tar(("a", b"\0" * (65 << 20))), 1),
    "zip bomb": lambda: zipped("a", b"\0" * (65 << 20)),
    "size that is claimed": lambda: tar(member("a", tarfile.REGTYPE, size=1 << 50)),
    "sparse file": lambda: tar(member("a", tarfile.GNUTYPE_SPARSE, size=1 << 50)),
    "compressed twice": lambda: gzip.compress(GOOD["tar.gz"]),
    "zstandard": lambda: b"\x28\xb5\x2f\xfd" + b"\0" * 20,
    "cut off": lambda: GOOD["tar.gz"][:-20],
    "nothing": lambda: b"",
    "noise": lambda: bytes(range(256)) * 8,
    "noise that begins like a zip": lambda: b"PK\x03\x04" + b"\0" * 100,
    "page": lambda: b"<html></html>",
    "listing with a wrong kind": lambda: b'{"path": "a", "kind": "door"}\n',
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_unsafe_is_refused(kind: str) -> None:
    with pytest.raises(DataError) as caught:
        check_archive(io.BytesIO(BAD[kind]()), 32 << 20)
    assert "/tmp/" not in str(caught.value)


def test_an_upload_is_bounded(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path, quotas=Quotas(upload_bytes=100))
    with pytest.raises(DataError, match="this one has more"):
        keep_tree(io.BytesIO(GOOD["tar"]), settings)
    assert not settings.state.exists()
