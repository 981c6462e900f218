"""Needs -> the entries of a starting tree: what the command should find, and what it should not. Pure.

Below each place where a command looks there are a few folders. Each has files that match the names it looks
for and others that do not, and from folder to folder age, size and mode differ: so that of the files with the
right name some have the right age and some do not, and so on for each condition.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from zlib import crc32

from asmeant.authoring.corpus.grounding.contents import content_of
from asmeant.authoring.corpus.grounding.patterns import glob_examples, is_glob, regex_examples
from asmeant.authoring.corpus.grounding.wanted import DAY, Lookup, Needs, Place
from asmeant.execution.shell import Entry

WORK = "/root/work"
# Names that hardly any pattern asks for.
OTHERS = ("notes.md", "data.csv", "Makefile.old")
FOLDERS = ("", "one", "one/two", "three", "three/four", "seven")
# What scripts stumble over: left out where the command itself does.
AWKWARD = ("five six", ".hidden")
NARROW = "eight"
OLDEST = 40 * 365 * DAY  # a clock knows nothing before 1970
LARGEST = 2 << 20
LINKS_TO = "notes.md"


@dataclass(frozen=True, slots=True)
class Condition:
    """How the files of one folder are: so old, so large, with that mode."""

    age: int
    size: int | None
    mode: int


def plant(wanted: Needs, clock: float, plain: bool = False) -> list[Entry]:
    """All entries, with absolute paths, as they are at that time. A path is planted once.

    `plain` leaves out names with blanks and hidden folders.
    """
    found: dict[str, Entry] = {}
    for lookup in wanted.lookups:
        for entry in _of_lookup(lookup, wanted, clock, FOLDERS if plain else (*FOLDERS, *AWKWARD)):
            found.setdefault(entry.path, entry)
    for place in wanted.places:
        for entry in _of_place(place, wanted, clock):
            found.setdefault(entry.path, entry)
    if not any(path.startswith(f"{WORK}/") for path in found):
        found |= {entry.path: entry for entry in _filled(WORK, wanted, clock)}
    if plain:
        found = {path: entry for path, entry in found.items() if " " not in path}
    made = {_rooted(place.path) for place in wanted.places if place.role == "made"}
    entries = [entry for path, entry in found.items() if path not in made]
    return _without_contradictions(entries)


def _rooted(path: str) -> str:
    home = "/root" + path[1:] if path == "~" or path.startswith("~/") else path
    return posixpath.normpath(posixpath.join(WORK, home))


def _without_contradictions(entries: list[Entry]) -> list[Entry]:
    """What lies in a file cannot be there."""
    files = {entry.path for entry in entries if entry.kind != "directory"}
    folders = {entry.path for entry in entries if entry.kind == "directory"}
    kept = []
    for entry in entries:
        above = [entry.path.rsplit("/", count)[0] for count in range(1, entry.path.count("/"))]
        if files.isdisjoint(above) and not (entry.kind != "directory" and entry.path in folders):
            kept.append(entry)
    return kept


# ── where find looks ───────────────────────────────────────────────────────────────────────────────


def _of_lookup(lookup: Lookup, wanted: Needs, clock: float, folders: tuple[str, ...]) -> Iterator[Entry]:
    conditions = list(_conditions(lookup))
    for start in lookup.starts:
        top = _rooted(start)
        if posixpath.splitext(top)[1] and not start.endswith("/") and not lookup.names:
            yield Entry(top, content=content_of(wanted, 0, top), time=clock - 60)
            continue
        for number, folder in enumerate(folders):
            turned = conditions[number % len(conditions) :] + conditions[: number % len(conditions)]
            place = posixpath.join(top, folder).rstrip("/")
            names = _names(lookup, wanted, str(number or ""), in_work=place == WORK)
            yield from _in_folder(place, number, names, turned, lookup, wanted, clock)
        if len(folders) > len(FOLDERS):
            yield from _narrow_misses(posixpath.join(top, NARROW), lookup, wanted, conditions[0], clock)
        for number, path in enumerate(_paths(lookup, top)):
            condition = conditions[number % len(conditions)]
            yield Entry(path, content=content_of(wanted, number, path), time=clock - condition.age)


def _conditions(lookup: Lookup) -> list[Condition]:
    """The first meets all bounds; of the next each misses one of them; the last are the rest."""
    ages = [age for bound in lookup.ages for age in (bound.met, bound.missed, bound.within)] or [3600]
    ages = [min(age, OLDEST) for age in ages]
    sizes: list[int | None] = [
        size for bound in lookup.sizes for size in (bound.met, bound.missed, bound.within) if size <= LARGEST
    ]
    sizes = [0, None] if lookup.empty else sizes or [None]
    modes = [*lookup.modes, 0o644, 0o755, 0o600] if lookup.modes else [0o644]
    found = product(dict.fromkeys(ages), dict.fromkeys(sizes), dict.fromkeys(modes))
    every = [Condition(age, size, mode) for age, size, mode in found]
    first = every[0]
    return sorted(
        every, key=lambda one: (one.age != first.age) + (one.size != first.size) + (one.mode != first.mode)
    )


def _names(lookup: Lookup, wanted: Needs, tag: str, in_work: bool) -> tuple[str, ...]:
    """Names to be found; in the working folder none that the shell would put in place of a pattern."""
    hidden = lookup.unquoted if lookup.shallow else tuple(filter(is_glob, lookup.names))
    patterns = [pattern for pattern in lookup.names if not (in_work and pattern in hidden)]
    found = [name for pattern in patterns for name in glob_examples(pattern, 4, tag)]
    for text in wanted.texts:
        if text.in_names:
            found += [f"alpha{tag}{part}" for part in regex_examples(text.pattern, text.extended, text.fixed)]
    return tuple(dict.fromkeys(name for name in found if "/" not in name))


def _in_folder(
    folder: str,
    number: int,
    names: tuple[str, ...],
    conditions: list[Condition],
    lookup: Lookup,
    wanted: Needs,
    clock: float,
) -> Iterator[Entry]:
    folders_wanted = "d" in lookup.kinds and "f" not in lookup.kinds
    if folders_wanted and folder != WORK:
        mode = conditions[0].mode | 0o700 if lookup.modes else 0o750
        yield Entry(folder or "/", "directory", mode, clock - conditions[0].age)
    for place, name in enumerate((*names, *OTHERS)):
        as_ = conditions[place % len(conditions)]
        path = posixpath.join(folder, name)
        if folders_wanted and place < len(names):
            yield Entry(path, "directory", as_.mode | 0o700, clock - as_.age)
            if not lookup.empty or number % 2:
                content = content_of(wanted, place, path)
                yield Entry(f"{path}/inside.txt", content=content, time=clock - as_.age)
        elif "l" in lookup.kinds and place < max(1, len(names)):
            yield Entry(path, "link", target=LINKS_TO if number % 2 else "nowhere")
        else:
            content = content_of(wanted, number + place, path, as_.size)
            yield Entry(path, mode=as_.mode, time=clock - as_.age - place, content=content)
    if lookup.empty:
        yield Entry(posixpath.join(folder, "vacant"), "directory", 0o755)
        yield Entry(posixpath.join(folder, "blank.txt"), time=clock - conditions[0].age)


def _narrow_misses(
    folder: str, lookup: Lookup, wanted: Needs, met: Condition, clock: float
) -> Iterator[Entry]:
    """What meets all but one thing: the case of its name, or being a file or a folder."""
    for number, name in enumerate(_names(lookup, wanted, "9", in_work=False)[:2]):
        other = name.swapcase()
        if other != name:
            path = posixpath.join(folder, other)
            content = content_of(wanted, number, path, met.size)
            yield Entry(path, mode=met.mode, time=clock - met.age, content=content)
    kind_missed = "f" if "d" in lookup.kinds else "d"
    for name in (*_names(lookup, wanted, "8", in_work=False)[:1], "plain-folder"):
        path = posixpath.join(folder, "kind", name)
        if kind_missed == "f":
            yield Entry(path, mode=met.mode, time=clock - met.age, content=b"a file\n")
        else:
            yield Entry(path, "directory", met.mode | 0o700, clock - met.age)
            yield Entry(posixpath.join(path, "within"), time=clock - met.age, content=b"in a folder\n")


def _paths(lookup: Lookup, top: str) -> Iterator[str]:
    """For patterns of whole paths: they begin with the start, or with what their first star stands for."""
    for pattern in lookup.paths:
        tail = pattern.removeprefix("*").removeprefix("./").lstrip("/").removeprefix(f"{top[1:]}/")
        pieces = [glob_examples(piece, 1) for piece in tail.split("/") if piece.strip("*")]
        if all(pieces):
            path = posixpath.join(top, *(piece[0] for piece in pieces))
            yield from (path,) if "." in pieces[-1][0] else (f"{path}/a.txt", f"{path}/sub/b.txt")
    for regex in lookup.regexes:
        for text in regex_examples(regex, extended=True):
            yield posixpath.normpath(posixpath.join(top, text.lstrip("/")))


# ── what is named ──────────────────────────────────────────────────────────────────────────────────


def _of_place(place: Place, wanted: Needs, clock: float) -> Iterator[Entry]:
    top = _rooted(place.path)
    if place.role == "made":
        parent = posixpath.dirname(top)
        if parent not in ("/", WORK):
            yield Entry(parent, "directory", 0o755)
    elif place.is_pattern:
        yield from _of_pattern(place, wanted, clock)
    elif place.role == "link":
        yield Entry(top, "link", target=f"{posixpath.basename(top)}.target")
        yield Entry(f"{top}.target", content=content_of(wanted, 1, top), time=clock - DAY)
    elif place.role == "folder":
        yield Entry(top, "directory", 0o755)
    elif place.role == "filled folder":
        if not wanted.lookups:
            yield from _filled(top, wanted, clock)
        else:
            yield Entry(top, "directory", 0o755)
    elif top != "/":
        yield Entry(top, content=content_of(wanted, _own_number(top), top), time=clock - 2 * DAY)


def _of_pattern(place: Place, wanted: Needs, clock: float) -> Iterator[Entry]:
    pieces = [glob_examples(piece, 3) or (piece,) for piece in place.path.split("/")]
    names = ["/".join(chosen) for chosen in list(product(*pieces))[:6]]
    for number, name in enumerate(names):
        path = _rooted(name)
        if place.role == "filled folder" and "." not in name.rpartition("/")[2]:
            yield from _filled(path, wanted, clock)
        else:
            yield Entry(path, content=content_of(wanted, number, path), time=clock - (number + 1) * DAY)
    beside = _rooted(posixpath.dirname(names[0]) or ".")
    deeper = posixpath.join(beside, "sub", posixpath.basename(names[0]))
    yield Entry(deeper, content=content_of(wanted, 5, deeper), time=clock - DAY)
    for number, name in enumerate(OTHERS):
        path = posixpath.join(beside, name)
        yield Entry(path, content=content_of(wanted, number + 7, path), time=clock - (number + 1) * DAY)


def _filled(top: str, wanted: Needs, clock: float) -> Iterator[Entry]:
    """Most files are the same in all such folders; one differs, and one is only here."""
    own = f"only-{posixpath.basename(top)}.txt"
    names = ("a.txt", "b.log", "sub/c.txt", "sub/deep/d.py", ".dot", "e f.txt", own)
    for number, name in enumerate(names):
        path = posixpath.join(top, name)
        content = content_of(wanted, _own_number(top) if number == 1 else number, path)
        yield Entry(path, content=content, time=clock - (number + 1) * DAY)


def _own_number(path: str) -> int:
    """So that two files that are named are not the same."""
    return crc32(path.encode("utf-8", "replace")) % 997
