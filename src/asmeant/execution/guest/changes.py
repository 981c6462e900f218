"""A view after a command -> what the command changed in it. Only what it wrote is looked at.

A change is {"path", "before", "after"}; a state is {"kind", "mode", "owner", "group", "time"} and, of a file,
{"size", "digest", "content", "twin"} or, of a link, {"target"}. `time` is None where it was set by merely
writing.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import stat
from typing import Any, BinaryIO, Dict, Iterator, List, Optional, Tuple

from .beneath import WORLD
from .views import Overlay, lower_names, lower_place, lower_stat

Change = Dict[str, Any]
State = Dict[str, Any]

MOST_CHANGES = 20_000
# Of one file, and of all of them.
MOST_CONTENT_BYTES, MOST_CONTENTS_BYTES = 1 << 18, 4 << 20
# Larger files are mostly holes: there is no room to write so much. All holes together are read no further.
MOST_READ_BYTES = 256 << 20
# So often a hole is skipped, in all files together: what has more is too much to compare.
MOST_ISLANDS = 2_000
KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "directory", stat.S_IFLNK: "link", stat.S_IFIFO: "pipe",
         stat.S_IFSOCK: "socket", stat.S_IFCHR: "device", stat.S_IFBLK: "device"}  # fmt: skip


class Looking:
    """One look at a view: when the command ran, and how much may still be shown."""

    def __init__(self, view: Overlay, begun: float, ended: float, clock: Optional[float] = None) -> None:
        self.view = view
        # The clock of files is a coarse one.
        self.during = range(int(begun) - 1, int(ended) + 2)
        # What the command took for the time, where its clock stood still.
        self.clock = None if clock is None else int(clock)
        self.room = MOST_CONTENTS_BYTES
        self.holes = MOST_READ_BYTES
        self.changes: List[Change] = []
        self.cut = False
        # The names of each file that has several, and what is in it: that is read once.
        self.links: Dict[int, List[str]] = {}
        self.contents: Dict[int, State] = {}
        self.islands = MOST_ISLANDS

    def look(self) -> Looking:
        now = os.stat(self.view.upper)
        if now.st_mode != self.view.fresh.st_mode:
            self.add("/", *(self.state("/", seen, shown=True) for seen in (self.view.fresh, now)))
        waiting = [("", True)]
        while waiting and not self.cut:
            try:
                waiting += self.folder(*waiting.pop())
            except OSError:  # so deep that its path has no room in a call
                self.cut = True
        self.changes.sort(key=lambda change: str(change["path"]))
        self.tell_twins()
        return self

    def tell_twins(self) -> None:
        twin: Dict[str, str] = {}
        for names in self.links.values():
            if len(names) > 1:
                first, second, *others = sorted(map(legible, names))
                twin.update({first: second, second: first})
                twin.update(dict.fromkeys(others, first))
        for change in self.changes:
            if change["after"] is not None and change["path"] in twin:
                change["after"]["twin"] = twin[change["path"]]

    def folder(self, path: str, compared: bool) -> Iterator[Any]:
        """What changed in one folder; the folders in it that are still to be looked at."""
        entries = sorted(os.scandir(self.view.upper + path), key=lambda entry: entry.name)
        if compared and is_opaque(self.view.upper + path):
            names = {entry.name for entry in entries}
            for name in lower_names(self.view, path):
                if name not in names:
                    self.gone(f"{path}/{name}")
        for entry in entries:
            inner = f"{path}/{entry.name}"
            now = entry.stat(follow_symlinks=False)
            was = lower_stat(self.view, inner) if compared else None
            if stat.S_ISCHR(now.st_mode) and now.st_rdev == 0:
                self.gone(inner)
                continue
            self.entry(inner, was, now)
            if was is not None and stat.S_ISDIR(was.st_mode) and not stat.S_ISDIR(now.st_mode):
                self.gone_within(inner)
            if stat.S_ISDIR(now.st_mode):
                yield inner, was is not None and stat.S_ISDIR(was.st_mode)

    def entry(self, path: str, was: Optional[os.stat_result], now: os.stat_result) -> None:
        if stat.S_ISREG(now.st_mode) and now.st_nlink > 1:
            self.links.setdefault(now.st_ino, []).append(path)
        after = self.state(self.view.upper + path, now, shown=True)
        before = self.state(lower_place(self.view, path), was, shown=False) if was is not None else None
        if before is not None and same(before, after):
            return
        self.add(path, before, after)

    def add(self, path: str, before: Optional[State], after: Optional[State]) -> None:
        self.cut = self.cut or len(self.changes) >= MOST_CHANGES
        if not self.cut:
            self.changes.append({"path": legible(path), "before": before, "after": after})

    def gone(self, path: str) -> None:
        was = lower_stat(self.view, path)
        if was is None:  # made and deleted again
            return
        self.add(path, self.state_of_gone(path, was), None)
        if stat.S_ISDIR(was.st_mode):
            self.gone_within(path)

    def state_of_gone(self, path: str, was: os.stat_result) -> State:
        """Of what is gone with a whole world, nobody will ask what was in it."""
        place = lower_place(self.view, path)
        return self.state(place, was, shown=False, is_read=not place.startswith(WORLD))

    def gone_within(self, path: str) -> None:
        for name in lower_names(self.view, path):
            self.gone(f"{path}/{name}")

    def state(self, place: str, seen: os.stat_result, shown: bool, is_read: bool = True) -> State:
        kind = KINDS.get(stat.S_IFMT(seen.st_mode), "other")
        moment = int(seen.st_mtime)
        state: State = {"kind": kind, "mode": stat.S_IMODE(seen.st_mode)}
        state.update(owner=seen.st_uid, group=seen.st_gid)
        state["time"] = None if shown and (moment in self.during or moment == self.clock) else moment
        if kind == "link":
            state["target"] = legible(os.readlink(place))
        elif kind == "file" and not is_read:
            state.update(size=seen.st_size, digest="")
        elif kind == "file":
            state.update(self.content(place, seen, shown))
        return state

    def content(self, place: str, seen_as: os.stat_result, shown: bool) -> State:
        if shown and seen_as.st_nlink > 1:
            if seen_as.st_ino not in self.contents:
                self.contents[seen_as.st_ino] = self.content_read(place, seen_as, shown)
            return self.contents[seen_as.st_ino]
        return self.content_read(place, seen_as, shown)

    def content_read(self, place: str, seen_as: os.stat_result, shown: bool) -> State:
        size = seen_as.st_size
        holes = max(0, size - 512 * seen_as.st_blocks)
        skip = size > MOST_READ_BYTES or holes > self.holes
        self.holes -= 0 if skip else holes
        with open(place, "rb") as file:
            digest, begins, islands = digest_of(file, size, skip, self.islands)
        self.islands -= islands
        self.cut = self.cut or self.islands <= 0
        seen: State = {"size": size, "digest": digest}
        if shown and size <= min(MOST_CONTENT_BYTES, self.room):
            self.room -= size
            seen["content"] = base64.b64encode(begins).decode()
        return seen


def legible(path: str) -> str:
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def digest_of(file: BinaryIO, size: int, skip_holes: bool, most_islands: int) -> Tuple[str, bytes, int]:
    """The digest of a file, how it begins, and how often a hole was skipped.

    Of a file that is mostly holes, only what is there is read.
    """
    digest, begins = hashlib.blake2b(digest_size=16), b""
    place, islands = 0, 0
    while place < size and islands < most_islands:
        if skip_holes:
            islands += 1
            try:
                place = os.lseek(file.fileno(), place, os.SEEK_DATA)
            except OSError:  # nothing but a hole from here on
                break
            digest.update(b"at %d of %d\n" % (place, size))
        file.seek(place)
        piece = file.read(1 << 20)
        if not piece:
            break
        digest.update(piece)
        begins = begins or piece
        place += len(piece)
    return digest.hexdigest(), begins, islands


def same(before: State, after: State) -> bool:
    """Whether nothing changed. That a folder was written in shows by what is in it, not by its time."""
    left, right = dict(before), {name: value for name, value in after.items() if name != "content"}
    if before["kind"] == after["kind"] == "directory" and after["time"] is None:
        left["time"] = None
    return left == right


def is_opaque(path: str) -> bool:
    """Whether it was deleted and made again, so that nothing of what was there shows through."""
    with contextlib.suppress(OSError):
        return os.getxattr(path, "user.overlay.opaque") == b"y"
    return False
