"""An uploaded archive -> a listing on disk in which a Bash task may start. Nothing is unpacked here.

Archives are not trusted. They are decompressed by a reader that counts bytes, so that a small file cannot
become a large one. Paths and links must not leave the tree, and devices are refused.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import os
import posixpath
import re
import tempfile
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import msgspec

from asmeant.errors import DataError
from asmeant.execution.shell.archives import Line, read_entries
from asmeant.execution.shell.tree import MOST_BYTES, MOST_ENTRIES, Entry, Tree, grow, too_large
from asmeant.files import write_whole
from asmeant.web.keeping import sweep
from asmeant.web.settings import Settings

_ID = re.compile(r"[0-9a-f]{40}")
_OPENERS: dict[bytes, Callable[[BytesIO], io.BufferedIOBase]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZ": bz2.BZ2File,
    b"\xfd7": lzma.LZMAFile,
    b"]\0": lzma.LZMAFile,
}
_ZSTANDARD = b"\x28\xb5"
_ZIP_ENTRY = b"PK\x01\x02"
# The overhead of an archive: a header of 1 KB for each file, and as much again for long names.
MOST_UNPACKED = MOST_BYTES + 2048 * MOST_ENTRIES


def keep_tree(file: BinaryIO, settings: Settings) -> Path:
    """Checks an uploaded archive (tar, zip, or a listing), and stores it as a listing."""
    tree = check_archive(file, settings.quotas.upload_bytes)
    folder = settings.state / "trees"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    content = b"".join(map(_line, tree.entries))
    path = folder / f"{hashlib.sha256(content).hexdigest()[:40]}.jsonl"
    if not path.exists():
        sweep(folder, "*.jsonl", settings.quotas)
        write_whole(path, content)
    os.utime(path)
    return path


def tree_path(name: str, settings: Settings) -> Path | None:
    """The path of an uploaded tree; None if there is none with this name."""
    path = settings.state / "trees" / f"{name}.jsonl"
    if not _ID.fullmatch(name) or not path.is_file():
        return None
    os.utime(path)  # trees in use are kept
    return path


def check_archive(file: BinaryIO, most_bytes: int) -> Tree:
    """The tree in an archive. Raises DataError for anything that is unsafe or too large."""
    packed = file.read(most_bytes + 1)
    if len(packed) > most_bytes:
        raise too_large()
    content = _decompressed(packed)
    with tempfile.NamedTemporaryFile(suffix=".jsonl" if content[:1] == b"{" else ".archive") as copied:
        copied.write(content)
        copied.flush()
        del content
        try:
            tree = grow(read_entries(Path(copied.name)), "/")
        except DataError as error:
            raise DataError(str(error).replace(copied.name, "that was uploaded")) from None
    for entry in tree.entries:
        _check_link(entry)
    return tree


def _decompressed(packed: bytes) -> bytes:
    """One layer, decompressed up to the maximum size of a tree. Nested compression is refused."""
    opener = _OPENERS.get(packed[:2])
    content = packed
    if opener is not None:
        try:
            with opener(BytesIO(packed)) as source:
                content = source.read(MOST_UNPACKED + 1)
        except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
            raise DataError(f"The archive cannot be read: {error}. Send a tar or zip archive.") from error
    if len(content) > MOST_UNPACKED or content.count(_ZIP_ENTRY) > MOST_ENTRIES:
        raise too_large()
    if content[:2] in _OPENERS or content[:2] == _ZSTANDARD:
        raise DataError(
            "The archive is compressed twice, or in a way that is not known. Send a tar or zip archive."
        )
    return content


def _check_link(entry: Entry) -> None:
    """A link may point anywhere within the tree, whose root is `/`."""
    if entry.kind not in ("link", "hard link"):
        return
    target = posixpath.join(posixpath.dirname(entry.path), entry.target)
    depth = 0
    for component in target.split("/"):
        depth += {"": 0, ".": 0, "..": -1}.get(component, 1)
        if depth < 0:
            raise DataError(f"{entry.path[:80]!r} is a link that leads out of the tree. Leave it out.")


def _line(entry: Entry) -> bytes:
    line = Line(
        entry.path,
        entry.kind,
        content=entry.content,
        target=entry.target,
        mode=f"{entry.mode:o}",
        time=entry.time,
    )
    return msgspec.json.encode(line) + b"\n"
