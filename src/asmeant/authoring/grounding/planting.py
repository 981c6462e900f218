"""Needs -> the entries of a starting tree: what a command should find, and what it should not. Pure.

The folders that a command searches contain nested folders. In them are files and folders with matching names,
similar names and other names. For each name, some entries meet the conditions on age, size and mode, and some
do not, so that leaving out any condition makes a difference.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, cycle, islice
from random import Random

from asmeant.authoring.grounding.conditions import Condition, conditions_of, of_folders
from asmeant.authoring.grounding.contents import content
from asmeant.authoring.grounding.names import OTHERS, names_for
from asmeant.authoring.grounding.needs import Needs
from asmeant.authoring.grounding.owners import OTHER_USER, accounts
from asmeant.authoring.grounding.places import WORK, NamedPath, is_on_machine
from asmeant.authoring.grounding.words import DAY
from asmeant.execution.shell.tree import HOME, MADE, Entry, parents_of
from asmeant.languages.bash.patterns import glob_example

INNER = ("", "sub", "sub/deep", "other", "sub/deep/er", "third")
MOST_IN_FOLDER, MOST, MOST_TEXT = 34, 80, 1 << 16
# Matching names occur more than once, and not only at the top.
LEAST_RIGHT = 5
FEW, MANY = 4, 30
KINDS = {"f": "file", "d": "directory", "l": "link", "p": "pipe"}


def plant(needs: Needs, seed: str, is_single: bool = False) -> list[Entry]:
    """Entries with absolute paths: the same for the same seed, and others for another.

    With `is_single`, what a command searches for exists only once: `cd $(find . -name x)` needs that.
    """
    absent = [place.path for place in needs.places if place.role == "absent"]
    entries: dict[str, Entry] = {}
    folders = {WORK: None}
    for entry in _all(needs, Random(seed), is_single):
        is_folder, above = entry.kind == "directory", parents_of(entry.path)
        in_file = any(path in entries and entries[path].kind != "directory" for path in above)
        fits = not in_file and (is_folder or entry.path not in folders) and not is_on_machine(entry.path)
        is_made = entry.path in absent or (not is_folder and _is_below(entry.path, absent))
        leads = entry.kind != "hard link" or entry.target in entries
        if fits and leads and not is_made and len(entries) < MOST:
            entries.setdefault(entry.path, entry)
            folders |= dict.fromkeys(above)
    # Entries without other requirements.
    as_is = of_folders(needs)
    holding = (folder_of(path, as_is) for path in folders if path not in entries and not is_on_machine(path))
    return [*accounts(needs.users, needs.groups), *holding, *entries.values()]


def _is_below(path: str, places: Sequence[str]) -> bool:
    return any(path == place or path.startswith(f"{place}/") for place in places)


def _all(needs: Needs, random: Random, is_single: bool) -> Iterator[Entry]:
    """Fixed entries come first: of two entries with the same path, the first counts."""
    named = [place for place in needs.places if not place.is_pattern]
    for place in named:
        if place.role != "file":
            path = posixpath.dirname(place.path) if place.role == "absent" else place.path
            yield folder_of(path, of_folders(needs))
    files = [place.path for place in named if place.role == "file"]
    yield from _named_files(files, needs, random)
    planter = _Planter(replace(needs, lists_files=False), random)
    yield from planter.some([WORK], OTHERS if needs.lists_files else ())
    for place in needs.places:
        if place.is_pattern:
            yield from planter.of_pattern(place)
    walked = [place.path for place in named if place.role == "walked"]
    yield from _walked(list(dict.fromkeys(walked)) or [WORK], planter, is_single)
    yield from planter.beside(files, walked)


def _named_files(files: Sequence[str], needs: Needs, random: Random) -> Iterator[Entry]:
    for number, path in enumerate(dict.fromkeys(files)):
        age = (8 - 4 * (number % 2)) * DAY if needs.newer else (number + 1) * DAY
        text = content(path, needs, random, OTHERS)
        owner = OTHER_USER if (needs.users or needs.groups) and number % 2 == 0 else 0
        entry = Entry(path, time=MADE - age, content=text, owner=owner)
        size = needs.bytes * 5 // 2
        yield of_size(entry, size) if size > len(text) else entry
    for number, path in enumerate(files[:2] if needs.doubled else ()):
        yield Entry(f"{WORK}/same{number}", "hard link", target=path)


def _walked(tops: Sequence[str], planter: _Planter, is_single: bool) -> Iterator[Entry]:
    """The contents of the folders that a command searches.

    Several folders are similar, as folders to compare should be; each has something missing or different.
    """
    needs, random = planter.needs, planter.random
    shape = random.random()
    for top in tops:
        most = MOST_IN_FOLDER // min(len(tops), 3)
        for entry in _Planter(needs, Random(shape)).population(top, most, is_single):
            if len(tops) == 1 or random.random() < 0.85:
                text = content(entry.path, needs, random)
                is_alike = len(tops) == 1 or entry.kind != "file" or needs.sizes or random.random() >= 0.4
                yield entry if is_alike else replace(entry, content=text)


def folder_of(path: str, as_is: Condition) -> Entry:
    return Entry(path, "directory", as_is.mode, MADE - as_is.age)


def of_size(entry: Entry, size: int) -> Entry:
    """A file with this many bytes: its text repeated, and a hole if it is large."""
    length = min(size, MOST_TEXT)
    text = entry.content * (length // max(1, len(entry.content)) + 1)
    return replace(entry, content=text[:length], size=size)


class _Planter:
    """Plants what a command searches for, and similar entries. The rest is random."""

    def __init__(self, needs: Needs, random: Random) -> None:
        self.needs, self.random = needs, random
        self.right, self.other = names_for(needs, random)
        # If the first ten are requested, there are more.
        self.many = needs.lines + 6 if FEW < needs.lines <= MANY else 0
        self.conditions = list(conditions_of(needs, random))

    def entry(self, path: str, kind: str, as_is: Condition) -> Entry:
        time = MADE - as_is.age - self.random.randint(1, 20)
        entry = Entry(path, "file", as_is.mode, time, owner=as_is.owner, group=as_is.group)
        if kind == "directory":
            return replace(entry, kind="directory", mode=as_is.mode if self.needs.modes else 0o755)
        if kind == "link":
            return replace(entry, kind="link", mode=0o644, target=self._target())
        if kind == "pipe":
            return replace(entry, kind="pipe")
        entry = replace(entry, content=content(path, self.needs, self.random))
        return entry if as_is.size is None else of_size(entry, as_is.size)

    def _target(self) -> str:
        """The target of a link: some targets exist."""
        others = (*OTHERS[:3], "/etc/passwd", "/etc/hosts", "/etc/group")
        targets = [text.example(self.random) for text in self.needs.listed]
        targets += [glob_example(pattern, self.random) for pattern in self.needs.targets]
        return self.random.choice(targets if targets and self.random.random() < 0.6 else others)

    def some(self, folders: Sequence[str], names: Iterable[str], kind: str = "file") -> Iterator[Entry]:
        """Entries with these names, distributed over folders and conditions."""
        for name, folder, condition in zip(names, cycle(folders), cycle(self.conditions), strict=False):
            yield self.entry(posixpath.join(folder, name), kind, condition)

    def beside(self, files: Sequence[str], walked: Sequence[str]) -> Iterator[Entry]:
        """The same names in another place, where a wrong command would look."""
        for path in files[:4]:
            folder, name = posixpath.split(path)
            yield from self.some([f"{folder}/sub", folder], [name, f"{name}~"])
        tops = [path for path in walked if path != "/"][:3]
        places = [posixpath.join(posixpath.dirname(top).rstrip("/") or "/srv", "beside") for top in tops]
        if tops and not any(_is_below(WORK, [top]) or _is_below(top, [WORK]) for top in tops):
            places.append(f"{WORK}/here")
        for place in places:
            names = [*self.right, *self.other][:4]
            yield from self.some([place, f"{place}/sub"], names, self._kinds(is_wanted=True)[0])

    def of_pattern(self, place: NamedPath) -> Iterator[Entry]:
        """Paths that a glob on the command line matches, and some in the same folder that it does not."""
        above, last = posixpath.split(place.path)
        folders = [glob_example(above, self.random) for _ in range(2)]
        right, other = names_for(replace(self.needs, names=(last,)), self.random)
        paths = [posixpath.join(folder, name) for folder in folders for name in right]
        for number, (path, condition) in enumerate(zip(paths, cycle(self.conditions))):
            if place.role == "walked" and number % 2 == 0:
                yield from self.population(path, 8)
            elif place.role == "folder":
                yield folder_of(path, of_folders(self.needs))
            else:
                yield self.entry(path, "file", condition)
        yield from self.some(folders, other)

    # ── what is in a folder ──

    def population(self, top: str, most: int, is_single: bool = False) -> Iterator[Entry]:
        conditions, kinds = self.conditions, self._kinds(is_wanted=True)
        folders = self._folders(top)
        yield from self._not_entered(top)
        yield from self._at_paths(top)
        right = [(name, kind) for name in self.right for kind in kinds]
        other = [(name, kind) for name in self.other for kind in self._kinds(is_wanted=not right)]
        # Matching names have every condition, up to a limit.
        least = max(len(right), len(conditions), LEAST_RIGHT * len(kinds))
        count = 1 if is_single else max(min(least, most // 2), self.many)
        rest = max(len(other), len(folders), most // 2)
        turns = chain(islice(cycle(right), count), islice(cycle(other), rest))
        shift = self.random.randrange(len(folders))
        yield self.entry(posixpath.join(top, self.other[-1]), "file", conditions[0])
        for number, (name, kind) in enumerate(turns):
            # The first three are at the top; then each name is in another folder each time.
            later = (number - 3 + (number - 3) // len(folders) + shift) % len(folders)
            path = posixpath.join(folders[number % 2 if number < 3 else later], name)
            condition = conditions[number % len(conditions)]
            yield self.entry(path, kind, condition)
            # Of four folders one is empty, two have a file, and one has another folder with its name.
            turn = number // len(kinds) % 4
            if kind == "directory" and turn in (1, 3):
                inside = posixpath.join(path, self.random.choice(self.other))
                yield self.entry(inside, "file", self.random.choice(conditions))
            if kind == "directory" and turn == 2 and "d" in self.needs.kinds and not is_single:
                yield self.entry(posixpath.join(path, name), kind, condition)
        if self.needs.follows:
            yield from self._linked(top)

    def _folders(self, top: str) -> list[str]:
        """The folders below a searched folder that have entries."""
        needs = self.needs
        # Deep enough to exceed the requested depth.
        levels = (f"level{number}" for number in range(1, needs.depth + 2) if needs.depth > 1)
        inner = [*INNER, *accumulate(levels, posixpath.join), *(f"day{n}" for n in range(self.many))]
        inner += [".config"] if needs.minds("hidden") else []
        inner += ["other/Two Words"] if needs.minds("blanks") else []
        inner[1:1] = [text.example(self.random).strip("/") for text in needs.listed]
        if top == WORK and not needs.depth:
            inner.remove("")  # where the shell would expand a pattern that is not quoted for find
        return [posixpath.join(top, path).rstrip("/") or "/" for path in inner]

    def _not_entered(self, top: str) -> Iterator[Entry]:
        """Folders that a command skips, with matching entries in them."""
        for pattern in self.needs.pruned:
            folder = posixpath.join(top, glob_example(_below(pattern, top), self.random).strip("/"))
            yield folder_of(folder, of_folders(self.needs))
            yield from self.some([folder], (*self.right[:6], *self.other[:2]))

    def _linked(self, top: str) -> Iterator[Entry]:
        """Links with targets: a folder with an entry, and a file."""
        names = (*self.right[:2], *self.other[:2])
        yield from self.some(["/srv/linked"], names)
        for name, target in (("to_folder", "/srv/linked"), ("to_file", f"/srv/linked/{names[0]}")):
            yield Entry(posixpath.join(top, name), "link", time=MADE - DAY, target=target)

    def _kinds(self, is_wanted: bool) -> list[str]:
        """The kinds of entries that are searched for, and if the intent mentions kinds, others, too."""
        needs = self.needs
        wanted_kinds = [KINDS[kind] for kind in dict.fromkeys(needs.kinds) if kind in KINDS]
        wanted_kinds += ["link"] if needs.targets or needs.follows else []
        if not is_wanted:
            return [self.random.choice(["file", "file", *wanted_kinds])]
        if needs.minds("kinds"):
            wanted_kinds += ["file", "directory"]
        return list(dict.fromkeys(wanted_kinds)) or ["file"]

    def _at_paths(self, top: str) -> Iterator[Entry]:
        """Entries that patterns of whole paths match, and some that they do not."""
        needs, random = self.needs, self.random
        globs = [_below(pattern, top) or "*" for pattern in needs.paths for _ in range(2)]
        texts = [glob_example(pattern, random) for pattern in globs]
        regexes = [text for text in needs.regexes for _ in range(4)]
        texts += [_below(text.example(random), top) for text in regexes]
        if needs.minds("case"):
            texts += [text.swapcase() for text in texts[:2]]
        names = [*self.right, *self.other]
        for number, (text, condition) in enumerate(zip(texts, cycle(self.conditions))):
            steps = [step for step in text.split("/") if step.strip(".")]
            if not steps:
                continue
            path = posixpath.join(top, "sub" if len(steps) == 1 and number % 2 else "", *steps)
            if "." in steps[-1] or needs.regexes:
                other = needs.minds("kinds") and number % 4 == 3
                kind = "directory" if (needs.kinds == ("d",)) != other else "file"
                yield self.entry(path, kind, condition)
            yield from self.some([path], random.sample(names, min(4, len(names))))
            yield self.entry(f"{path}.bak", "file", condition)


def _below(pattern: str, top: str) -> str:
    """The pattern of a whole path, relative to where find starts."""
    for start in (f"{top}/", f"{posixpath.relpath(top, WORK)}/", f"{posixpath.relpath(top, HOME)}/", "./"):
        pattern = pattern.removeprefix(start)
    return pattern.removeprefix("*/") if "/" in pattern else pattern
