"""Tree, what a command changed -> what is true of each file: size, mode, owner, dates, checksums. Pure."""

from __future__ import annotations

import hashlib
import posixpath
import stat
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache

from asmeant.execution.guest.beneath import FILES, FOLDERS, LINKS
from asmeant.execution.guest.users import GROUP_NAMES, USER_NAMES
from asmeant.execution.shell.changes import Change, State
from asmeant.execution.shell.tree import MODE_BITS, Entry, Tree, is_taken, parents_of

TYPES = {
    "file": ("f", "regular", "file", "empty"),
    "directory": ("d", "directory"),
    "link": ("l", "symbolic", "link"),
    "pipe": ("p", "fifo"),
}
CHECKSUMS = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
COUNTED: dict[str, Callable[[bytes], int]] = {
    "lines": lambda content: content.count(b"\n"),
    "words": lambda content: len(content.split()),
    "bytes": len,
}
# The words of a date that say little alone, those that tell it, and those of which a fraction may follow.
WEAK = ("%d", "%b", "%a", "%Y", "+0000", "UTC")
STRONG = ("%Y-%m-%d", "%m-%d", "%H:%M", "%H:%M:%S")
EXACT = ("%s", "%H:%M:%S", "%Y-%m-%d+%H:%M:%S", "%Y-%m-%dT%H:%M:%S")
# What a listing of files may tell beside their names.
COLUMNS = ("mode", "owner", "group", "links", "size", "usage", "time", "type", "target")
SUFFIXES = "KMGTP"
MOST_LINKS = 8
MOST_KEPT = 4096
BLOCK = 4096


class Facts:
    """What is there before a command or after it, by absolute path."""

    def __init__(self, tree: Tree, changes: Iterable[Change] = ()) -> None:
        self.working_directory = tree.working_directory
        self._files: dict[str, str] = {}
        self._is_changed = False
        self._is: dict[str, list[State]] = {"/": [State("directory", 0o755)]}
        self._is |= {path: [State("directory", mode)] for path, mode in FOLDERS.items()}
        for path, text in FILES.items():
            self._is[path] = [State("file", 0o644, size=len(text), content=text.encode())]
        self._is |= {path: [State("link", 0o777, target=target)] for path, target in LINKS.items()}
        entries = {entry.path: entry for entry in tree.entries}
        for entry in tree.entries:  # a hard link is the file that it leads to
            file = entries[entry.target] if entry.kind == "hard link" else entry
            self._is[entry.path] = [_state(file)]
            self._files[entry.path] = file.path
        self._link_counts = Counter(self._files.values())
        for change in changes:
            self._is_changed = True
            if change.after is not None:
                self._is.setdefault(change.path, []).append(change.after)
        self.values: Callable[[str, str], frozenset[str]] = lru_cache(MOST_KEPT)(self._values)

    def resolve(self, name: str, folder: str) -> str | None:
        """The entry that a name leads to from a folder; None where there is none."""
        if not name or "\n" in name:
            return None
        path = "/" + posixpath.normpath(posixpath.join(folder, name)).lstrip("/")
        if path in self._is:
            return path if not name.endswith("/") or self.is_folder(path) else None
        return path if is_taken(path) else self._through_links(path)

    def places(self, folders: Iterable[str]) -> tuple[str, ...]:
        """Where relative names may begin: the working directory, and where the reference looks."""
        here = self.working_directory
        paths = (self.resolve(folder, here) for folder in folders)
        return tuple(dict.fromkeys((here, *(path for path in paths if path and self.is_folder(path)))))

    def entry(self, name: str, places: Iterable[str]) -> str | None:
        """The entry that a name leads to from the first of some folders where it leads anywhere."""
        return next(filter(None, (self.resolve(name, place) for place in places)), None)

    def _through_links(self, path: str, also_last: bool = False) -> str | None:
        """Where a path leads if the links on the way are followed, and the last name if that is one, too."""
        for _ in range(MOST_LINKS):
            places = [*parents_of(path), path] if also_last else parents_of(path)
            link = next(filter(self._target, places), None)
            if link is None:
                return path if path in self._is else None
            target = posixpath.join(posixpath.dirname(link), self._target(link))
            path = posixpath.normpath(target + path[len(link) :])
        return None

    def _target(self, path: str) -> str:
        return next((state.target for state in self._is.get(path, ()) if state.kind == "link"), "")

    def is_folder(self, path: str) -> bool:
        return any(state.kind == "directory" for state in self._is.get(path, ())) or is_taken(path)

    def lines(self, path: str) -> list[list[str]]:
        """The lines of a text file, before and after."""
        return [
            state.content.decode("utf-8", "backslashreplace").split("\n")
            for state in self._is.get(path, ())
            if state.content is not None and state.kind == "file"
        ]

    @cached_property
    def texts(self) -> tuple[list[str], ...]:
        """The lines of all files of the tree that are not large."""
        return tuple(lines for path in self._is for lines in self.lines(path) if len(lines) > 1)

    def words(self, path: str) -> frozenset[str]:
        """Every word that is true of an entry and may stand beside its name."""
        return frozenset(("->", "to", "file", "-")).union(*(self.values(path, name) for name in COLUMNS))

    def _values(self, path: str, attribute: str) -> frozenset[str]:
        """How an attribute of an entry may be written; empty for an attribute that is not known here."""
        if attribute in (*COUNTED, *CHECKSUMS):  # of what a link leads to
            path = self._through_links(path, also_last=True) or path
        states = self._is.get(path, [])
        return frozenset(word for state in states for word in self._written(path, state, attribute))

    def tells_time(self, path: str, words: Iterable[str]) -> bool:
        """Whether words tell the time of an entry: a date, the time of a day, seconds; or month and day."""
        words = {*words}
        for state in self._is.get(path, ()):
            when = _when(state.time)
            has_day = f"{when:%b}" in words and not words.isdisjoint((str(when.day), f"{when:%d}"))
            if has_day or not words.isdisjoint(_strong(state.time)):
                return True
        return False

    def _written(self, path: str, state: State, attribute: str) -> Iterator[str]:
        match attribute:
            case "mode":
                letters = _letters(state)
                yield from (letters, letters + ".", letters[1:], f"{state.mode:o}", f"{state.mode:04o}")
            case "owner" | "group":
                yield from _owners(state)
            case "links":
                yield from map(str, self._links(path, state))
            case "size":
                yield from _sizes(self._size(path, state))
            case "usage":
                inner = self.below(path) if state.kind == "directory" else []
                yield from self._usages((path, *inner))
            case "time":
                when = _when(state.time)
                yield from (str(when.day), *map(when.strftime, WEAK), *_strong(state.time))
            case "type":
                yield from (*TYPES.get(state.kind, ()), _letters(state)[0])
            case "target":
                yield from (state.target, *state.target.split())
            case _ if attribute in COUNTED and state.content is not None:
                yield str(COUNTED[attribute](state.content))
            case _ if attribute in CHECKSUMS and state.content is not None:
                yield hashlib.new(attribute, state.content, usedforsecurity=False).hexdigest()

    def _links(self, path: str, state: State) -> set[int]:
        if state.kind == "directory":
            return {1, 2 + sum(map(self.is_folder, self._children(path)))}
        if path not in self._files:
            return {2, 3} if state.twin else {1}
        count = self._link_counts[self._files[path]]
        # A command that changes something may have made or removed a name.
        return {1, count, count + 1} if self._is_changed else {count}

    def _size(self, path: str, state: State) -> int:
        if state.kind == "link":
            return len(state.target.encode())
        return 40 + 20 * len(self._children(path)) if state.kind == "directory" else state.size

    def _usages(self, paths: Iterable[str]) -> Iterator[str]:
        """What `du` says of entries, before and after: in blocks, in bytes."""
        states = [self._is[path] for path in paths if path in self._is]
        for when in (0, -1):
            sizes = [state[when].size for state in states if state[when].kind == "file"]
            used = sum(-(-size // BLOCK) * BLOCK for size in sizes)
            yield from (*_sizes(used), *_sizes(sum(sizes)), str(used // 1024), str(used // 512))

    def totals(self, paths: Iterable[str]) -> frozenset[str]:
        """How the sum of what is told of entries may be written: of those that are listed, or are in them."""
        listed = {*paths}
        inner = {name for path in listed for name in self.below(path)}
        counted = [[self.values(path, name) for path in listed] for name in COUNTED]
        sums = (sum(max(map(int, values), default=0) for values in column) for column in counted)
        return frozenset((*self._usages(listed), *self._usages(listed | inner), *map(str, sums)))

    @cached_property
    def _names(self) -> list[str]:
        return sorted(self._is)

    def below(self, folder: str) -> list[str]:
        """All that is in a folder, however deep."""
        above = folder.rstrip("/")
        start, end = (bisect_left(self._names, above + next_letter) for next_letter in "/0")
        return [name for name in self._names[start:end] if name != folder]

    def _children(self, folder: str) -> list[str]:
        depth = folder.rstrip("/").count("/") + 1
        return [name for name in self.below(folder) if name.count("/") == depth]


def facts_after(tree: Tree, changes: tuple[Change, ...]) -> Facts:
    """What is true after a command. Most change nothing: then it is worked out once for each tree."""
    return Facts(tree, changes) if changes else _facts_before(tree)


@lru_cache(maxsize=8)  # the trees of a check: its candidates come one after the other
def _facts_before(tree: Tree) -> Facts:
    return Facts(tree)


def _state(entry: Entry) -> State:
    size = max(len(entry.content), entry.size)
    content = entry.content if size == len(entry.content) else None
    state = State(entry.kind, entry.mode, int(entry.time), size, "", content, entry.target)
    return replace(state, owner=entry.owner, group=entry.group)


def _owners(state: State) -> Iterator[str]:
    numbers = str(state.owner), str(state.group)
    names = USER_NAMES.get(state.owner, numbers[0]), GROUP_NAMES.get(state.group, numbers[1])
    for owner, group in (numbers, names):
        yield from (owner, group, f"{owner}:{group}", f"{owner}/{group}")


def _letters(state: State) -> str:
    return stat.filemode(MODE_BITS.get(state.kind, 0) | (0o777 if state.kind == "link" else state.mode))


def _sizes(size: int) -> Iterator[str]:
    yield from (str(size), f"{size}B", humanised(size), humanised(size) + "B", humanised(size, 1000))


def humanised(size: int, base: int = 1024) -> str:
    """As `ls -h` and `du -h` write it: rounded up, with one digit after the point below ten."""
    if size < base:
        return str(size)
    power = 1
    while size >= base ** (power + 1) and power < len(SUFFIXES):
        power += 1
    tenths = -(-size * 10 // base**power)
    number = f"{tenths / 10:.1f}" if tenths < 100 else str(-(-size // base**power))
    return number + SUFFIXES[power - 1]


def _when(moment: int | None) -> datetime:
    """Without a moment it is when the command ran."""
    return datetime.fromtimestamp(moment, UTC) if moment is not None else datetime.now(UTC)


def _strong(moment: int | None) -> Iterator[str]:
    """The words that tell a date, as utilities write it."""
    when = _when(moment)
    yield from map(when.strftime, STRONG)
    if moment is not None:
        exact = [str(moment) if form == "%s" else when.strftime(form) for form in EXACT]
        yield from (word + fraction for word in exact for fraction in ("", "." + "0" * 9, "." + "0" * 10))
