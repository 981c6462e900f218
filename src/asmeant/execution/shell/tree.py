"""Entries -> the starting file tree of a command: checked, sorted, and known by its digest."""

from __future__ import annotations

import hashlib
import posixpath
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import msgspec

from asmeant.errors import DataError
from asmeant.execution.guest.beneath import FOLDERS

EntryKind = Literal["file", "directory", "link", "hard link", "pipe", "socket", "device", "other"]

MODE_BITS: dict[EntryKind, int] = {
    "file": stat.S_IFREG,
    "directory": stat.S_IFDIR,
    "link": stat.S_IFLNK,
    "pipe": stat.S_IFIFO,
    "socket": stat.S_IFSOCK,
    "device": stat.S_IFCHR,
}
HOME = "/root"
KINDS = ("file", "directory", "link", "hard link", "pipe")
# In these the machine's own tools are shown, read-only.
TAKEN = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/proc", "/dev", "/sys")
MOST_BYTES, MOST_ENTRIES, MOST_PATH_BYTES = 64 << 20, 50_000, 3000
# What says no time of its own is from when this process began: the same for every command of a run.
MADE = time.time() // 60 * 60


@dataclass(frozen=True, slots=True)
class Entry:
    """One path of a tree: a `file` has content, a `link` and a `hard link` a target.

    A file of a larger `size` than its content ends in a hole, which takes no space.
    """

    path: str
    kind: EntryKind = "file"
    mode: int = 0o644
    time: float = MADE
    content: bytes = b""
    target: str = ""
    owner: int = 0
    group: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Tree:
    """Where a command begins. Made by `grow`: every folder comes before what is in it.

    `clock` is the time at which it stands still for the command; None where it runs as ever. Two trees with
    one digest have the same entries.
    """

    entries: tuple[Entry, ...] = field(compare=False)
    working_directory: str
    digest: str
    clock: float | None = None

    def moved_in_time(self, clock: float) -> Tree:
        """As old now as it was at `clock`: `find -mtime -7` then finds what it found at that time.

        Only ages are kept: dates that a command prints, or compares with by name (`-newermt 2023-01-01`), are
        not those of that time, and `date` says today.
        """
        # By the minute: trees of the same minute are one tree.
        shift = time.time() // 60 * 60 - clock
        moved = [replace(entry, time=entry.time + shift) for entry in self._dated(clock)]
        return grow(moved, self.working_directory)

    def standing_at(self, clock: float) -> Tree:
        """Where it is always that time: for commands in a world, whose clock can be set."""
        tree = grow(self._dated(clock), self.working_directory)
        return replace(tree, clock=clock)

    def _dated(self, clock: float) -> Iterator[Entry]:
        """What says no time of its own is of that time."""
        return (replace(entry, time=clock) if entry.time == MADE else entry for entry in self.entries)


def grow(entries: Iterable[Entry], working_directory: str = HOME) -> Tree:
    """A tree of these entries. Relative paths are in the working directory; a path's last entry counts."""
    folder = _placed(working_directory, "/")
    by_path: dict[str, Entry] = {}
    size = 0
    for entry in entries:
        size += len(entry.content)
        if size > MOST_BYTES or len(by_path) >= MOST_ENTRIES:
            raise too_large()
        path = _placed(entry.path, folder)
        by_path[path] = replace(entry, path=path)
    by_path.pop("/", None)
    for path in [*by_path, posixpath.join(folder, ".")]:
        for parent in parents_of(path):
            by_path.setdefault(parent, Entry(parent, "directory", FOLDERS.get(parent, 0o755)))
    for entry in by_path.values():
        _check(entry, by_path)
    ordered = sorted(by_path.values(), key=lambda entry: (entry.kind == "hard link", entry.path))
    digest = hashlib.blake2b(msgspec.msgpack.encode(ordered), digest_size=16).hexdigest()
    return Tree(tuple(ordered), folder, digest)


def from_files(files: Mapping[str, str], working_directory: str = HOME) -> Tree:
    """A tree of text files: path -> text."""
    return grow(entries_of(files), working_directory)


def entries_of(files: Mapping[str, str]) -> list[Entry]:
    """One for each file. A path that ends in a slash is an empty folder."""
    return [
        Entry(path, "directory", 0o755)
        if path.endswith("/")
        else Entry(path, content=text.encode("utf-8", "replace"))
        for path, text in files.items()
    ]


def too_large() -> DataError:
    return DataError(
        f"A starting tree has at most {MOST_ENTRIES:,} entries and {MOST_BYTES >> 20} MB: this one has more. "
        "Leave out what its commands do not need."
    )


def _placed(path: str, folder: str) -> str:
    placed = "/" + posixpath.normpath(posixpath.join(folder, path)).lstrip("/")
    if (
        not path
        or "\0" in path
        or ".." in path.split("/")
        or len(placed.encode("utf-8", "replace")) > MOST_PATH_BYTES
    ):
        raise DataError(f"{path[:80]!r} cannot be a path of a starting tree. Use one like 'notes/a.txt'.")
    if is_taken(placed):
        top = placed.split("/")[1]
        raise DataError(
            f"'{placed[:80]}' cannot be in a starting tree: /{top} is the machine's own. Put it elsewhere."
        )
    return placed


def is_taken(path: str) -> bool:
    """Whether it is among the machine's own."""
    return "/" + path.split("/")[1] in TAKEN


def parents_of(path: str) -> list[str]:
    """The folders above a path, from the root on."""
    steps = path.split("/")[1:-1]
    return ["/" + "/".join(steps[: count + 1]) for count in range(len(steps))]


def _check(entry: Entry, by_path: Mapping[str, Entry]) -> None:
    path = entry.path[:80]
    if entry.kind not in KINDS:
        raise DataError(f"'{path}' is a {entry.kind}. A starting tree has only: {', '.join(KINDS)}.")
    if entry.path in FOLDERS and entry.kind != "directory":
        raise DataError(f"'{path}' is a {entry.kind}, but commands need that folder. Leave it out.")
    # Also what keeps a tree from being written through a link to somewhere else.
    for parent in parents_of(entry.path):
        if by_path[parent].kind != "directory":
            raise DataError(
                f"'{path}' cannot be there: '{parent[:80]}' is a {by_path[parent].kind}, not a folder."
            )
    if entry.kind == "hard link" and (entry.target not in by_path or by_path[entry.target].kind != "file"):
        raise DataError(f"'{path}' is a hard link to '{entry.target[:80]}', which is no file of the tree.")


EMPTY = grow(())
