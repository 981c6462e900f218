"""A folder, an archive or a listing on disk -> Tree. It is read into memory, and nothing is unpacked here."""

from __future__ import annotations

import os
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec

from asmeant.errors import DataError
from asmeant.execution.guest.ids import IDS
from asmeant.execution.shell.tree import (
    MADE,
    MODE_BITS,
    MOST_BYTES,
    MOST_ENTRIES,
    Entry,
    EntryKind,
    Tree,
    grow,
    too_large,
)
from asmeant.records import from_json

Id = Annotated[int, msgspec.Meta(ge=0, lt=IDS)]
Owner = tuple[int | str, ...]

TAR_KINDS: dict[bytes, EntryKind] = {
    tarfile.DIRTYPE: "directory",
    tarfile.SYMTYPE: "link",
    tarfile.LNKTYPE: "hard link",
    tarfile.FIFOTYPE: "pipe",
    tarfile.CHRTYPE: "device",
    tarfile.BLKTYPE: "device",
}
MODE_KINDS = {bits: kind for kind, bits in MODE_BITS.items()}


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One line of a listing: `text`, or `content` in base64 for what is no text; `mode` in octal digits.

    With a `size` beyond its content, a file ends in a hole.
    """

    path: str
    kind: EntryKind = "file"
    text: str = ""
    content: bytes = b""
    target: str = ""
    mode: str = ""
    time: float = MADE
    owner: Id = 0
    group: Id = 0
    size: int = 0


def read_tree(path: Path, working_directory: str = "/") -> Tree:
    """The tree that a folder, a tar or zip archive, or a listing (.jsonl) holds, with its top at `/`."""
    return grow(read_entries(path), working_directory)


def read_entries(path: Path) -> tuple[Entry, ...]:
    """What a folder, a tar or zip archive, or a listing holds."""
    try:
        if path.is_dir():
            return tuple(_of_folder(path))
        if path.suffix == ".jsonl":
            return tuple(_of_listing(path))
        with zipfile.ZipFile(path) if zipfile.is_zipfile(path) else tarfile.open(path) as archive:
            return tuple(entry for entry, _ in members_of(archive))
    except DataError:
        raise
    except Exception as error:  # a broken archive makes the libraries that read it fail in any way
        reason = str(error)
        hint = "It should be a folder, a tar or zip archive, or a listing that ends in .jsonl."
        if isinstance(error, OSError) and error.strerror:
            path, reason = error.filename or path, error.strerror
            hint = "Check its path and its permissions."
        raise DataError(f"The starting tree {path} cannot be read: {reason}. {hint}") from error


def _of_folder(top: Path) -> Iterator[Entry]:
    size = 0
    for folder, folders, files in os.walk(top):
        for name in sorted((*folders, *files)):
            place = Path(folder, name)
            status = place.lstat()
            kind = MODE_KINDS.get(stat.S_IFMT(status.st_mode), "device")
            size += status.st_size if kind == "file" else 0
            if size > MOST_BYTES:
                raise too_large()
            content = place.read_bytes() if kind == "file" else b""
            target = str(place.readlink()) if kind == "link" else ""
            inner = "/" + place.relative_to(top).as_posix()
            yield Entry(inner, kind, stat.S_IMODE(status.st_mode), status.st_mtime, content, target)


def members_of(archive: tarfile.TarFile | zipfile.ZipFile) -> Iterator[tuple[Entry, Owner]]:
    """What an open archive holds, and whose that is. Raises DataError where that is too much."""
    return _of_tar(archive) if isinstance(archive, tarfile.TarFile) else _of_zip(archive)


def _of_tar(archive: tarfile.TarFile) -> Iterator[tuple[Entry, Owner]]:
    size = 0
    for number, member in enumerate(archive):
        # What a member claims to hold is never read further than that.
        size += member.size
        if size > MOST_BYTES or number >= MOST_ENTRIES:
            raise too_large()
        kind = "file" if member.isreg() else TAR_KINDS.get(member.type, "other")
        file = archive.extractfile(member) if kind == "file" else None
        content = file.read() if file else b""
        target = _rooted(member.linkname) if kind == "hard link" else member.linkname
        entry = Entry(_rooted(member.name), kind, member.mode & 0o7777, float(member.mtime), content, target)
        yield entry, (member.uid, member.gid, member.uname, member.gname)


def _of_zip(archive: zipfile.ZipFile) -> Iterator[tuple[Entry, Owner]]:
    members = archive.infolist()
    if sum(member.file_size for member in members) > MOST_BYTES or len(members) > MOST_ENTRIES:
        raise too_large()
    for member in members:
        bits = member.external_attr >> 16
        kind = MODE_KINDS.get(stat.S_IFMT(bits) or stat.S_IFREG, "other")
        kind = "directory" if member.is_dir() else kind
        mode = stat.S_IMODE(bits) or (0o755 if kind == "directory" else 0o644)
        with archive.open(member) as file:
            content = file.read(member.file_size)
        moment = datetime(*member.date_time, tzinfo=UTC).timestamp()
        target = content.decode("utf-8", "replace") if kind == "link" else ""
        content = content if kind == "file" else b""
        yield Entry(_rooted(member.filename), kind, mode, moment, content, target), ()


def _of_listing(path: Path) -> Iterator[Entry]:
    for number, text in enumerate(path.read_bytes().splitlines(), 1):
        if not text.strip():
            continue
        try:
            line = from_json(Line, text)
            mode = int(line.mode or ("755" if line.kind == "directory" else "644"), 8) & 0o7777
        except (msgspec.DecodeError, ValueError) as error:
            where = f"{path}, line {number}"
            raise DataError(f"{where}: {error}. See: docs/how-to/bring-your-own-tasks.md") from error
        content = line.content or line.text.encode("utf-8", "replace")
        owners, place = (line.owner, line.group), _rooted(line.path)
        yield Entry(place, line.kind, mode, line.time, content, line.target, *owners, line.size)


def _rooted(name: str) -> str:
    """Names in an archive begin at its top, however they are written."""
    return "/" + name.removeprefix("./").strip("/") if name.strip("./") else "/"
