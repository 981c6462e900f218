"""Commands -> what they search for: paths, names, ages, sizes, modes, lines. Pure.

Nothing is run: the needs are read from typed command trees. Needs of several commands are merged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any, Literal

from asmeant.authoring.grounding import places, texts
from asmeant.authoring.grounding.owners import NAMELESS
from asmeant.authoring.grounding.places import NamedPath
from asmeant.authoring.grounding.texts import Text
from asmeant.authoring.grounding.words import AGES, mode_of, moments, numbers, settled, sizes, values, words
from asmeant.languages.bash.command import Block, Call, Condition, walk
from asmeant.languages.bash.patterns import Dialect
from asmeant.languages.bash.understanding import understand

NAMES = ("-name", "-iname")
PATHS = ("-path", "-ipath", "-wholename", "-iwholename")
NEWER = ("-newer", "-anewer", "-newermm", "-neweraa", "-neweram", "-newerma")
FOLDING = ("-iname", "-ipath", "-iwholename", "-iregex", "-ilname", "--ignore-case")
DEEPEST = 8
# Some of these files have more digits than others in the output of `du` and `ls -l`.
SEVERAL_SIZES = ((8 << 10, 8 << 10),)
DATED = ("-newermt", "-newerat", "-newerct")
LISTING = frozenset({"find", "ls", "grep", "locate", "seq", "git"})
# Their output is file names, for the next command.
NAMING = frozenset({"find", "ls", "locate", "dir", "tree", "du"})

Difference = Literal["backslashes", "blanks", "case", "hidden", "kinds", "folders"]


@dataclass(frozen=True, slots=True)
class Needs:
    """Ages in seconds, sizes in bytes: each at the limit that a command tests, with its unit."""

    places: tuple[NamedPath, ...] = ()
    names: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    pruned: tuple[str, ...] = ()  # folders that are skipped, by name or path
    folds: bool = False  # the search is case-insensitive
    regexes: tuple[Text, ...] = ()
    targets: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    ages: tuple[tuple[int, int], ...] = ()
    sizes: tuple[tuple[int, int], ...] = ()
    dates: tuple[float, ...] = ()
    modes: tuple[int, ...] = ()
    newer: bool = False
    empty: bool = False
    doubled: bool = False  # hard links, equal files
    depth: int = 0
    texts: tuple[Text, ...] = ()
    listed: tuple[Text, ...] = ()  # searched for in names, not in files
    separators: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    lines: int = 0
    widths: tuple[int, ...] = ()  # numbers of characters of a line
    bytes: int = 0  # numbers of bytes of a file
    has_numbers: bool = False  # at the start of a line, with several lengths
    is_sorted: bool = False
    lists_files: bool = False
    follows: bool = False  # links
    tests: tuple[Condition, ...] = ()  # whole expressions of find
    users: tuple[str, ...] = ()  # by name or by number
    groups: tuple[str, ...] = ()
    minded: tuple[Difference, ...] = ()

    def minds(self, difference: Difference) -> bool:
        """Whether names and entries that differ in this way are not equally right."""
        return difference in self.minded


def merged(several: Iterable[Needs]) -> Needs:
    """The needs of all of them."""
    all_needs = list(several)
    by_name: dict[str, Any] = {}
    for field in fields(Needs):
        values = [getattr(needs, field.name) for needs in all_needs]
        if isinstance(field.default, tuple):
            items = list(chain(*values))
            by_name[field.name] = tuple(item for n, item in enumerate(items) if item not in items[:n])
        else:
            by_name[field.name] = max(values, default=field.default)
    return Needs(**by_name)


def needs(command: str) -> Needs:
    """The needs of a command. Raises BashSyntaxError if it is not Bash."""
    of_commands, base = [], places.WORK
    used: set[str] = set()
    nested: set[int] = set()
    for node in walk(understand(command)):
        if isinstance(node, Call) and node.name:
            used.add(node.name)
            # The command of xargs and sudo, and those of -exec.
            nested |= {id(part) for part in chain(node.parts, *(flag.arguments for flag in node.flags))}
            of_commands.append(_of_call(node, base, id(node) in nested, bool(used & NAMING)))
            base = places.moved(node, base)
        elif isinstance(node, Block) and node.kind in ("for", "select"):
            of_commands.append(Needs(places=tuple(places.looped(node, base))))
    reads_names = bool(used & {"xargs", "read", "parallel"}) and used != {"read"} and not used & LISTING
    return merged([*of_commands, Needs(lists_files=reads_names)])


def _of_call(call: Call, base: str, is_nested: bool, after_lister: bool) -> Needs:
    names_only = after_lister and not is_nested and texts.reads_no_file(call)
    searched, counts = tuple(texts.looked_for(call)), texts.counts(call)
    in_characters = call.name in texts.COUNTING_CHARACTERS
    is_find, has_numbers = call.name == "find", texts.sorts_numbers(call)
    several_sizes = SEVERAL_SIZES if call.name == "du" or (has_numbers and after_lister) else ()
    patterns = (
        values(call, *NAMES) if is_find else [word.value for word in words(call) if word.type == "Pattern"]
    )
    ages = ((unit, numbers(values(call, name))) for name, unit in AGES.items())
    return Needs(
        places=tuple(places.places(call, base, is_nested)),
        names=tuple(value for value in patterns if "/" not in value.strip("/")),
        folds=call.flag(*FOLDING) is not None,
        paths=tuple(values(call, *PATHS)),
        pruned=tuple(_pruned(call.condition)) if call.condition else (),
        regexes=tuple(Text(value, _find_dialect(call)) for value in values(call, "-regex", "-iregex")),
        targets=tuple(values(call, "-lname", "-ilname")),
        kinds=tuple(kind for value in values(call, "-type", "-xtype") for kind in value.split(",")),
        ages=tuple((count * unit, unit) for unit, several in ages for count in several),
        sizes=several_sizes or tuple(sizes(values(call, "-size"), "b")),
        dates=tuple(moments(values(call, *DATED))),
        modes=tuple(_modes(call)),
        newer=bool(values(call, *NEWER)),
        empty=call.flag("-empty") is not None or call.name == "rmdir",
        doubled=bool(values(call, "-samefile", "-links", "-inum")) or call.name in ("fdupes", "md5sum"),
        depth=min(DEEPEST, max(numbers(values(call, "-maxdepth", "-mindepth")), default=0)),
        texts=() if names_only else searched,
        listed=searched if names_only else (),
        separators=tuple(texts.separators(call)),
        members=tuple(texts.members(call)),
        lines=0 if in_characters else max(counts, default=0),
        widths=counts if in_characters else (),
        bytes=max(texts.byte_counts(call), default=0),
        has_numbers=has_numbers,
        is_sorted=call.name in ("comm", "join", "look"),
        lists_files=names_only and call.flag("-f") is not None,
        follows=is_find and call.flag("-L", "-follow", "-H") is not None,
        tests=(call.condition,) if call.condition else (),
        users=tuple(_owners(call, "Username", 0)),
        groups=tuple(_owners(call, "Groupname", 1)),
        minded=("hidden",) if _names_hidden(call) else (),
    )


def _pruned(test: Condition, is_pruned: bool = False) -> Iterator[str]:
    """The names and paths that are combined with `-prune` in find's expression."""
    flags = [operand.flag for operand in test.operands if operand.flag is not None]
    is_pruned = is_pruned or any(flag.name == "-prune" for flag in flags)
    named = (flag for flag in flags if is_pruned and flag.name in (*NAMES, *PATHS))
    yield from (word.value for flag in named for word in settled(flag))
    for operand in test.operands:
        yield from _pruned(operand, is_pruned)


def _owners(call: Call, kind: str, place: int) -> Iterator[str]:
    """The users or groups that it names: `alice`, or the first or second part of `alice:staff`."""
    for word in words(call):
        if word.type == kind:
            yield word.value
        elif word.type == "Owner":
            yield from filter(None, re.split("[:.]", word.value, maxsplit=1)[place : place + 1])
    if call.flag(("-nouser", "-nogroup")[place]) or (call.name == "chown" and call.flag("--reference")):
        yield str(NAMELESS)


def _names_hidden(call: Call) -> bool:
    """Whether hidden names make a difference: `ls -a`, `-not -path '*/.*'`."""
    lists_all = call.name in ("ls", "dir", "tree") and call.flag("-a", "-A")
    return bool(lists_all) or any(re.search(r"(^|/|\\)\.(?=[\w*?\[])", word.value) for word in words(call))


def _modes(call: Call) -> Iterator[int]:
    modes = (mode_of(value.lstrip("-/+")) for value in values(call, "-perm"))
    yield from (mode for mode in modes if mode is not None)
    if call.name == "find" and call.flag("-executable"):
        yield 0o755
    if call.name == "chmod":  # so that some have the mode already, and some do not
        yield 0o600


def _find_dialect(call: Call) -> Dialect:
    kind = "" if call.flag("-E") else next(iter(values(call, "-regextype")), "emacs")
    if kind in ("emacs", "findutils-default"):
        return "emacs"
    return "basic" if kind in ("posix-basic", "sed", "grep") else "extended"
