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
from asmeant.authoring.grounding.entries import entry_of, folder_of
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
    random = Random(seed)
    entries: dict[str, Entry] = {}
    for entry in _all(wanted, random, is_single):
        if _is_free(entry.path):
            entries.setdefault(entry.path, entry)
    absent = [place.path for place in wanted.places if place.role == "absent"]
    kept = [
        entry for path, entry in entries.items() if not _is_below(path, absent) or entry.kind == "directory"
    ]
    kept = _upright([entry for entry in kept if entry.path not in absent])[:MOST]
    return [*accounts(wanted.users, wanted.groups), *_holding(kept, of_folders(wanted)), *kept]


def _holding(entries: Sequence[Entry], folder: Condition) -> Iterator[Entry]:
    """The folders that nothing else is said of."""
    paths = {entry.path for entry in entries}
    for path in dict.fromkeys((WORK, *(above for entry in entries for above in parents_of(entry.path)))):
        if path not in paths and _is_free(path):
            yield Entry(path, "directory", folder.mode, MADE - folder.age)


def _all(wanted: Needs, random: Random, is_single: bool) -> Iterator[Entry]:
    """What must be as it is comes first: of two entries with one path the first counts."""
    named = [place for place in wanted.places if not place.is_pattern]
    for place in named:
        if place.role == "absent":
            yield folder_of(posixpath.dirname(place.path), of_folders(wanted))
        elif place.role in ("folder", "walked"):
            yield folder_of(place.path, of_folders(wanted))
    files = [place.path for place in named if place.role == "file"]
    others = [name for name in OTHERS if name not in files]
    for number, path in enumerate(dict.fromkeys(files)):
        age = (8 - 4 * (number % 2)) * DAY if wanted.newer else (number + 1) * DAY
        text = content(path, wanted, random, others)
        owner = OTHER_USER if (wanted.users or wanted.groups) and number % 2 == 0 else 0
        yield Entry(path, mode=0o644, time=MADE - age, content=text, owner=owner)
    if wanted.lists_files:
        for name in others:
            yield Entry(
                f"{WORK}/{name}",
                time=MADE - DAY,
                content=content(name, replace(wanted, lists_files=False), random),
            )
    if wanted.doubled:
        for number, path in enumerate(files[:2]):
            yield Entry(f"{WORK}/same{number}", "hard link", target=path)
    wanted = replace(wanted, lists_files=False)
    for place in wanted.places:
        if place.is_pattern:
            yield from _of_pattern(place, wanted, random)
    yield from _walked(named, wanted, random, is_single)
    yield from _beside(files, [place.path for place in named if place.role == "walked"], wanted, random)


def _walked(named: Sequence[NamedPath], wanted: Needs, random: Random, is_single: bool) -> Iterator[Entry]:
    """What is in the folders that a command walks through."""
    walked = list(dict.fromkeys(place.path for place in named if place.role == "walked")) or [WORK]
    shape = random.random()
    for top in walked:  # alike, as what is compared should be; in each of them something is missing
        most = MOST_IN_FOLDER // min(len(walked), 3)
        for entry in _population(top, wanted, Random(shape), most, is_single):
            if len(walked) == 1 or random.random() < 0.85:
                text = content(entry.path, wanted, random)
                changes = (
                    len(walked) > 1 and entry.kind == "file" and not wanted.sizes and random.random() < 0.4
                )
                yield replace(entry, content=text) if changes else entry


def _beside(files: Sequence[str], walked: Sequence[str], wanted: Needs, random: Random) -> Iterator[Entry]:
    """What looks the same in another place, and is not asked for: a command that goes there is found out."""
    conditions = list(conditions_of(wanted, random))
    for path in files[:4]:
        folder, name = posixpath.split(path)
        for other in (f"{folder}/sub/{name}", f"{folder}/{name}~"):
            yield entry_of(other, "file", random.choice(conditions), wanted, random)
    tops = [path for path in walked if path != "/"][:3]
    places = [posixpath.join(posixpath.dirname(top).rstrip("/") or "/srv", "beside") for top in tops]
    if tops and not any(_is_below(WORK, [top]) or _is_below(top, [WORK]) for top in tops):
        places.append(f"{WORK}/here")
    for place in places:
        names = names_for(wanted, random)
        for number, name in enumerate([*names.right, *names.other][:4]):
            kind = _kinds(wanted, is_wanted=True, random=random)[0]
            folder = posixpath.join(place, ("", "sub")[number % 2])
            yield entry_of(
                posixpath.join(folder, name), kind, conditions[number % len(conditions)], wanted, random
            )


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
        if not others.intersection(parents_of(entry.path))
        and (entry.kind != "hard link" or entry.target in files)
    ]


# ── patterns of paths ──────────────────────────────────────────────────────────────────────────────


def _of_pattern(place: NamedPath, wanted: Needs, random: Random) -> Iterator[Entry]:
    """Paths that a glob on the command line stands for, and in the same folder some that it does not."""
    conditions = list(conditions_of(wanted, random))
    made = ["/".join(glob_example(piece, random) for piece in place.path.split("/")) for _ in range(4)]
    if place.path.endswith("/*"):
        made += [posixpath.join(posixpath.dirname(path), name) for path in made[:2] for name in OTHERS[:4]]
    for number, path in enumerate(dict.fromkeys(made)):
        if place.role == "walked" and number % 2 == 0:
            yield from _population(path, wanted, random, 8)
        elif place.role == "folder":
            yield folder_of(path, of_folders(wanted))
        else:
            yield entry_of(path, "file", conditions[number % len(conditions)], wanted, random)
    beside = posixpath.dirname(made[0])
    close = list(near_misses(posixpath.basename(place.path), posixpath.basename(made[0]), wanted.minds_case))
    for number, name in enumerate((*close[:2], *random.sample(OTHERS, 3))):
        yield entry_of(
            posixpath.join(beside, name), "file", conditions[number % len(conditions)], wanted, random
        )


# ── what is in a folder ────────────────────────────────────────────────────────────────────────────


def _population(
    top: str, wanted: Needs, random: Random, most: int, is_single: bool = False
) -> Iterator[Entry]:
    names = names_for(wanted, random)
    conditions = list(conditions_of(wanted, random))
    inner = [*INNER, *_deep(wanted.depth)]
    inner += [".config"] if wanted.minds_hidden else []
    inner += ["other/Two Words"] if wanted.minds_blanks else []
    inner += _path_folders(wanted, top, random)
    inner[1:1] = [regex_example(text.regex, text.dialect, random).strip("/") for text in wanted.listed]
    if top == WORK and not wanted.depth:
        inner.remove("")  # where the shell would find what find should, if a pattern is not quoted
    folders = [posixpath.join(top, path).rstrip("/") or "/" for path in inner]
    yield from _at_paths(top, wanted, conditions, random)
    right = [(name, kind) for name in names.right for kind in _kinds(wanted, True, random)]
    other = [(name, kind) for name in names.other for kind in _kinds(wanted, not right, random)]
    # What is called right comes in every condition, if that is not too often.
    least = LEAST_RIGHT * len(right) // len(names.right) if 0 < len(names.right) < LEAST_RIGHT else 0
    count = 1 if is_single else min(max(len(right), len(conditions), least), most // 2)
    turns = chain(islice(cycle(right), count), islice(cycle(other), max(len(other), most // 2)))
    shift = random.randrange(len(folders))
    if names.other:
        yield entry_of(posixpath.join(top, names.other[-1]), "file", conditions[0], wanted, random)
    for number, (name, kind) in enumerate(turns):
        # The first few lie on top; then each name comes to another folder each time.
        folder = folders[
            number % 2 if number < 3 else (number + number // len(folders) + shift) % len(folders)
        ]
        condition = conditions[number % len(conditions)]
        yield entry_of(posixpath.join(folder, name), kind, condition, wanted, random)
        if kind == "directory" and number % 2:
            inside = posixpath.join(folder, name, random.choice(names.other))
            yield entry_of(inside, "file", random.choice(conditions), wanted, random)
        if kind == "directory" and number % 4 == 0 and "d" in wanted.kinds and not is_single:
            yield entry_of(posixpath.join(folder, name, name), kind, condition, wanted, random)
    if wanted.follows:
        yield from _linked(top, names, conditions, wanted, random)


def _linked(
    top: str, names: Names, conditions: Sequence[Condition], wanted: Needs, random: Random
) -> Iterator[Entry]:
    """Links that lead somewhere: to a folder with something in it, and to a file."""
    for number, name in enumerate((*names.right[:2], *names.other[:2])):
        condition = conditions[number % len(conditions)]
        yield entry_of(f"/srv/linked/{name}", "file", condition, wanted, random)
    yield Entry(posixpath.join(top, "to_folder"), "link", time=MADE - DAY, target="/srv/linked")
    target = f"/srv/linked/{(*names.right, *names.other)[0]}"
    yield Entry(posixpath.join(top, "to_file"), "link", time=MADE - DAY, target=target)


def _kinds(wanted: Needs, is_wanted: bool, random: Random) -> list[str]:
    """What is called so: what is asked for, and where somebody minds that, something else, too."""
    wanted_kinds = [KINDS[kind] for kind in dict.fromkeys(wanted.kinds) if kind in KINDS]
    wanted_kinds += ["link"] if wanted.targets or wanted.follows else []
    if not is_wanted:
        return [random.choice(["file", "file", *wanted_kinds])]
    others = ["file", "directory"] if wanted.minds_kinds or not wanted_kinds else []
    return list(dict.fromkeys([*wanted_kinds, *(others if wanted.minds_kinds else others[:1])]))


def _deep(depth: int) -> list[str]:
    """A chain of folders, deep enough to go beyond what is asked for."""
    return (
        ["/".join(f"level{number}" for number in range(1, count + 1)) for count in range(1, depth + 2)]
        if depth > 1
        else []
    )


def _path_folders(wanted: Needs, top: str, random: Random) -> Iterator[str]:
    """Folders of patterns of whole paths."""
    for pattern in wanted.paths:
        inner = _below(pattern, top)
        steps = [glob_example(step, random) for step in inner.split("/") if step.strip("*")]
        if steps and "." not in steps[-1]:
            yield "/".join(steps)


def _at_paths(top: str, wanted: Needs, conditions: Sequence[Condition], random: Random) -> Iterator[Entry]:
    """What patterns of whole paths match, and something beside it."""
    texts = [glob_example(_below(pattern, top) or "*", random) for pattern in wanted.paths for _ in range(2)]
    texts += [
        _below(regex_example(text.regex, text.dialect, random), top)
        for text in wanted.regexes
        for _ in range(4)
    ]
    if wanted.folds_paths and wanted.minds_case:
        texts += [text.swapcase() for text in texts[:2]]
    for number, text in enumerate(texts):
        steps = [step for step in text.split("/") if step.strip(".")]
        if not steps:
            continue
        condition = conditions[number % len(conditions)]
        path = posixpath.join(top, "sub" if len(steps) == 1 and number % 2 else "", *steps)
        if "." in steps[-1] or wanted.regexes:
            other = wanted.minds_kinds and number % 4 == 3
            kind = "directory" if (wanted.kinds == ("d",)) != other else "file"
            yield entry_of(path, kind, condition, wanted, random)
        names = names_for(wanted, random)
        for name in random.sample([*names.right, *names.other], 2):
            yield entry_of(posixpath.join(path, name), "file", condition, wanted, random)
        yield entry_of(f"{path}.bak", "file", condition, wanted, random)


def _below(pattern: str, top: str) -> str:
    """The pattern of a whole path, from the place on where find begins."""
    for start in (f"{top}/", f"{posixpath.relpath(top, WORK)}/", f"{posixpath.relpath(top, HOME)}/", "./"):
        pattern = pattern.removeprefix(start)
    return pattern.removeprefix("*/") if "/" in pattern else pattern
