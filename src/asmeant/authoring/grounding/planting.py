"""Needs -> the entries of a starting tree: what a command should find, and what it should not. Pure.

Where a command looks there are folders, one in the other. In them lie files and folders that are called as it
wants, nearly so, and quite otherwise; and of each name some are older, larger or have another mode than it
asks for and some are not, so that none of its conditions can be left out without a difference.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, cycle, islice
from random import Random

from asmeant.authoring.grounding.conditions import Condition, conditions_of, of_folders
from asmeant.authoring.grounding.contents import content
from asmeant.authoring.grounding.entries import entry_of, folder_of, of_size
from asmeant.authoring.grounding.measures import DAY
from asmeant.authoring.grounding.names import OTHERS, Names, names_for
from asmeant.authoring.grounding.needs import Needs
from asmeant.authoring.grounding.owners import OTHER_USER, accounts
from asmeant.authoring.grounding.places import WORK, NamedPath
from asmeant.execution.guest.beneath import FILES, FOLDERS
from asmeant.execution.shell.tree import HOME, MADE, Entry, is_taken, parents_of
from asmeant.languages.bash.patterns import glob_example, near_misses, regex_example

INNER = ("", "sub", "sub/deep", "other", "sub/deep/er", "third")
MOST_IN_FOLDER, MOST = 34, 80
# What is called right is found more than once, and not only on top.
LEAST_RIGHT = 5
KINDS = {"f": "file", "d": "directory", "l": "link", "p": "pipe"}


def plant(wanted: Needs, seed: str, is_single: bool = False) -> list[Entry]:
    """Entries with absolute paths; the same for the same seed, and others for another.

    With `is_single`, what a command looks for is there only once: `cd $(find . -name x)` needs that.
    """
    entries: dict[str, Entry] = {}
    for entry in _all(wanted, Random(seed), is_single):
        if _is_free(entry.path):
            entries.setdefault(entry.path, entry)
    absent = [place.path for place in wanted.places if place.role == "absent"]
    kept = [
        entry
        for path, entry in entries.items()
        if path not in absent and (entry.kind == "directory" or not _is_below(path, absent))
    ]
    kept = _upright(kept)[:MOST]
    return [*accounts(wanted.users, wanted.groups), *_holding(kept, of_folders(wanted)), *kept]


def _holding(entries: Sequence[Entry], folder: Condition) -> Iterator[Entry]:
    """The folders that nothing else is said of."""
    paths = {entry.path for entry in entries}
    for path in dict.fromkeys((WORK, *(above for entry in entries for above in parents_of(entry.path)))):
        if path not in paths and _is_free(path):
            yield folder_of(path, folder)


def _is_free(path: str) -> bool:
    """Whether something can be planted there: not among the machine's own, nor over what shells need."""
    own = path in FILES or path in ("/", "/etc/localtime", "/etc/os-release") or path in FOLDERS
    return not own and not is_taken(path)


def _is_below(path: str, places: Sequence[str]) -> bool:
    return any(path == place or path.startswith(f"{place}/") for place in places)


def _upright(entries: Sequence[Entry]) -> list[Entry]:
    """Without what lies in something that is no folder, and links to what is not there."""
    others = {entry.path for entry in entries if entry.kind != "directory"}
    files = {entry.path for entry in entries if entry.kind == "file"}
    return [
        entry
        for entry in entries
        if others.isdisjoint(parents_of(entry.path)) and (entry.kind != "hard link" or entry.target in files)
    ]


def _all(wanted: Needs, random: Random, is_single: bool) -> Iterator[Entry]:
    """What must be as it is comes first: of two entries with one path the first counts."""
    named = [place for place in wanted.places if not place.is_pattern]
    for place in named:
        if place.role != "file":
            path = posixpath.dirname(place.path) if place.role == "absent" else place.path
            yield folder_of(path, of_folders(wanted))
    files = [place.path for place in named if place.role == "file"]
    yield from _named_files(files, wanted, random)
    planter = _Planter(replace(wanted, lists_files=False), random)
    for place in wanted.places:
        if place.is_pattern:
            yield from planter.of_pattern(place)
    walked = [place.path for place in named if place.role == "walked"]
    yield from _walked(list(dict.fromkeys(walked)) or [WORK], planter, is_single)
    yield from planter.beside(files, walked)


def _named_files(files: Sequence[str], wanted: Needs, random: Random) -> Iterator[Entry]:
    others = [name for name in OTHERS if name not in files]
    for number, path in enumerate(dict.fromkeys(files)):
        age = (8 - 4 * (number % 2)) * DAY if wanted.newer else (number + 1) * DAY
        text = content(path, wanted, random, others)
        owner = OTHER_USER if (wanted.users or wanted.groups) and number % 2 == 0 else 0
        entry = Entry(path, time=MADE - age, content=text, owner=owner)
        size = wanted.bytes * 5 // 2
        yield of_size(entry, size) if size > len(text) else entry
    for name in others if wanted.lists_files else ():
        text = content(name, replace(wanted, lists_files=False), random)
        yield Entry(f"{WORK}/{name}", time=MADE - DAY, content=text)
    for number, path in enumerate(files[:2] if wanted.doubled else ()):
        yield Entry(f"{WORK}/same{number}", "hard link", target=path)


def _walked(tops: Sequence[str], planter: _Planter, is_single: bool) -> Iterator[Entry]:
    """What is in the folders that a command walks through.

    Several are alike, as what is compared should be; in each something is missing or has another text.
    """
    wanted, random = planter.wanted, planter.random
    shape = random.random()
    for top in tops:
        most = MOST_IN_FOLDER // min(len(tops), 3)
        for entry in _Planter(wanted, Random(shape)).population(top, most, is_single):
            if len(tops) == 1 or random.random() < 0.85:
                text = content(entry.path, wanted, random)
                is_alike = len(tops) == 1 or entry.kind != "file" or wanted.sizes or random.random() >= 0.4
                yield entry if is_alike else replace(entry, content=text)


class _Planter:
    """Plants what a command looks for, and what is close to that. Chance decides what nobody asks for."""

    def __init__(self, wanted: Needs, random: Random) -> None:
        self.wanted, self.random = wanted, random

    def entry(self, path: str, kind: str, condition: Condition) -> Entry:
        return entry_of(path, kind, condition, self.wanted, self.random)

    def conditions(self) -> list[Condition]:
        return list(conditions_of(self.wanted, self.random))

    def beside(self, files: Sequence[str], walked: Sequence[str]) -> Iterator[Entry]:
        """What looks the same in another place, and is not asked for. A wrong command goes there."""
        conditions = self.conditions()
        for path in files[:4]:
            folder, name = posixpath.split(path)
            for other in (f"{folder}/sub/{name}", f"{folder}/{name}~"):
                yield self.entry(other, "file", self.random.choice(conditions))
        tops = [path for path in walked if path != "/"][:3]
        places = [posixpath.join(posixpath.dirname(top).rstrip("/") or "/srv", "beside") for top in tops]
        if tops and not any(_is_below(WORK, [top]) or _is_below(top, [WORK]) for top in tops):
            places.append(f"{WORK}/here")
        for place in places:
            names = names_for(self.wanted, self.random)
            folders = cycle((place, f"{place}/sub"))
            four = [*names.right, *names.other][:4]
            for name, folder, condition in zip(four, folders, cycle(conditions), strict=False):
                yield self.entry(posixpath.join(folder, name), self._kinds(is_wanted=True)[0], condition)

    def of_pattern(self, place: NamedPath) -> Iterator[Entry]:
        """Paths that a glob on the command line stands for, and in the same folder some that it does not."""
        conditions = self.conditions()
        steps = place.path.split("/")
        made = ["/".join(glob_example(step, self.random) for step in steps) for _ in range(4)]
        if steps[-1] == "*":
            folders = [posixpath.dirname(path) for path in made[:2]]
            made += [posixpath.join(folder, name) for folder in folders for name in OTHERS[:4]]
        for number, path in enumerate(dict.fromkeys(made)):
            if place.role == "walked" and number % 2 == 0:
                yield from self.population(path, 8)
            elif place.role == "folder":
                yield folder_of(path, of_folders(self.wanted))
            else:
                yield self.entry(path, "file", conditions[number % len(conditions)])
        folder, example = posixpath.split(made[0])
        close = list(near_misses(steps[-1], example, self.wanted.minds("case")))
        names = (*close[:2], *self.random.sample(OTHERS, 3))
        for name, condition in zip(names, cycle(conditions), strict=False):
            yield self.entry(posixpath.join(folder, name), "file", condition)

    # ── what is in a folder ──

    def population(self, top: str, most: int, is_single: bool = False) -> Iterator[Entry]:
        wanted, random = self.wanted, self.random
        names, conditions = names_for(wanted, random), self.conditions()
        folders = self._folders(top)
        yield from self._not_entered(top, names, conditions)
        yield from self._at_paths(top, conditions)
        right = [(name, kind) for name in names.right for kind in self._kinds(is_wanted=True)]
        other = [(name, kind) for name in names.other for kind in self._kinds(is_wanted=not right)]
        # What is called right comes in every condition, if that is not too often.
        least = LEAST_RIGHT * len(right) // len(names.right) if 0 < len(names.right) < LEAST_RIGHT else 0
        count = 1 if is_single else min(max(len(right), len(conditions), least), most // 2)
        turns = chain(islice(cycle(right), count), islice(cycle(other), max(len(other), most // 2)))
        shift = random.randrange(len(folders))
        if names.other:
            yield self.entry(posixpath.join(top, names.other[-1]), "file", conditions[0])
        for number, (name, kind) in enumerate(turns):
            # The first few lie on top; then each name comes to another folder each time.
            later = (number + number // len(folders) + shift) % len(folders)
            path = posixpath.join(folders[number % 2 if number < 3 else later], name)
            condition = conditions[number % len(conditions)]
            yield self.entry(path, kind, condition)
            if kind == "directory" and number % 2:
                inside = posixpath.join(path, random.choice(names.other))
                yield self.entry(inside, "file", random.choice(conditions))
            if kind == "directory" and number % 4 == 0 and "d" in wanted.kinds and not is_single:
                yield self.entry(posixpath.join(path, name), kind, condition)
        if wanted.follows:
            yield from self._linked(top, names, conditions)

    def _folders(self, top: str) -> list[str]:
        """Where something lies below a folder that is walked through."""
        wanted = self.wanted
        inner = [*INNER, *_deep(wanted.depth)]
        inner += [".config"] if wanted.minds("hidden") else []
        inner += ["other/Two Words"] if wanted.minds("blanks") else []
        inner += self._path_folders(top)
        inner[1:1] = [
            regex_example(text.regex, text.dialect, self.random).strip("/") for text in wanted.listed
        ]
        if top == WORK and not wanted.depth:
            inner.remove("")  # where the shell would find what find should, if a pattern is not quoted
        return [posixpath.join(top, path).rstrip("/") or "/" for path in inner]

    def _not_entered(self, top: str, names: Names, conditions: Sequence[Condition]) -> Iterator[Entry]:
        """Folders that a command leaves out, with what it looks for in them."""
        for pattern in self.wanted.pruned:
            folder = posixpath.join(top, glob_example(_below(pattern, top), self.random).strip("/"))
            yield folder_of(folder, of_folders(self.wanted))
            for name, condition in zip((*names.right[:6], *names.other[:2]), cycle(conditions), strict=False):
                yield self.entry(posixpath.join(folder, name), "file", condition)

    def _linked(self, top: str, names: Names, conditions: Sequence[Condition]) -> Iterator[Entry]:
        """Links that lead somewhere: to a folder with something in it, and to a file."""
        for name, condition in zip((*names.right[:2], *names.other[:2]), cycle(conditions), strict=False):
            yield self.entry(f"/srv/linked/{name}", "file", condition)
        first = (*names.right, *names.other)[0]
        for name, target in (("to_folder", "/srv/linked"), ("to_file", f"/srv/linked/{first}")):
            yield Entry(posixpath.join(top, name), "link", time=MADE - DAY, target=target)

    def _kinds(self, is_wanted: bool) -> list[str]:
        """What is called so: what is asked for, and where somebody minds that, something else, too."""
        wanted = self.wanted
        wanted_kinds = [KINDS[kind] for kind in dict.fromkeys(wanted.kinds) if kind in KINDS]
        wanted_kinds += ["link"] if wanted.targets or wanted.follows else []
        if not is_wanted:
            return [self.random.choice(["file", "file", *wanted_kinds])]
        if wanted.minds("kinds"):
            wanted_kinds += ["file", "directory"]
        return list(dict.fromkeys(wanted_kinds)) or ["file"]

    def _path_folders(self, top: str) -> Iterator[str]:
        """Folders of patterns of whole paths."""
        for pattern in self.wanted.paths:
            steps = [
                glob_example(step, self.random) for step in _below(pattern, top).split("/") if step.strip("*")
            ]
            if steps and "." not in steps[-1]:
                yield "/".join(steps)

    def _at_paths(self, top: str, conditions: Sequence[Condition]) -> Iterator[Entry]:
        """What patterns of whole paths match, and something beside it."""
        wanted, random = self.wanted, self.random
        globs = [_below(pattern, top) or "*" for pattern in wanted.paths for _ in range(2)]
        texts = [glob_example(pattern, random) for pattern in globs]
        regexes = [text for text in wanted.regexes for _ in range(4)]
        texts += [_below(regex_example(text.regex, text.dialect, random), top) for text in regexes]
        if wanted.folds_paths and wanted.minds("case"):
            texts += [text.swapcase() for text in texts[:2]]
        for number, text in enumerate(texts):
            steps = [step for step in text.split("/") if step.strip(".")]
            if not steps:
                continue
            condition = conditions[number % len(conditions)]
            path = posixpath.join(top, "sub" if len(steps) == 1 and number % 2 else "", *steps)
            if "." in steps[-1] or wanted.regexes:
                other = wanted.minds("kinds") and number % 4 == 3
                kind = "directory" if (wanted.kinds == ("d",)) != other else "file"
                yield self.entry(path, kind, condition)
            names = names_for(wanted, random)
            for name in random.sample([*names.right, *names.other], 2):
                yield self.entry(posixpath.join(path, name), "file", condition)
            yield self.entry(f"{path}.bak", "file", condition)


def _deep(depth: int) -> list[str]:
    """A chain of folders, deep enough to go beyond what is asked for."""
    steps = [f"level{number}" for number in range(1, depth + 2)] if depth > 1 else []
    return ["/".join(steps[: count + 1]) for count in range(len(steps))]


def _below(pattern: str, top: str) -> str:
    """The pattern of a whole path, from the place on where find begins."""
    for start in (f"{top}/", f"{posixpath.relpath(top, WORK)}/", f"{posixpath.relpath(top, HOME)}/", "./"):
        pattern = pattern.removeprefix(start)
    return pattern.removeprefix("*/") if "/" in pattern else pattern
