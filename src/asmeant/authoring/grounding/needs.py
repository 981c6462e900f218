"""Commands -> what they want to find when they run: paths, names, ages, sizes, modes, lines. Pure.

Nothing is run here: all of it is read from typed command trees. What several commands need is put together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any

from asmeant.authoring.grounding.measures import DAY, MINUTE, mode_of, moments, numbers, sizes_in
from asmeant.authoring.grounding.owners import NAMELESS
from asmeant.authoring.grounding.places import (
    NAMED,
    WORK,
    NamedPath,
    flag_words,
    globs,
    is_settled,
    moved,
    places,
)
from asmeant.languages.bash.command import Argument, Block, Call, Condition, Flag, walk
from asmeant.languages.bash.patterns import Dialect
from asmeant.languages.bash.understanding import understand

AGES = {"-mtime": DAY, "-atime": DAY, "-mmin": MINUTE, "-amin": MINUTE}
NAMES = ("-name", "-iname")
PATHS = ("-path", "-ipath", "-wholename", "-iwholename")
NEWER = ("-newer", "-anewer", "-newermm", "-neweraa", "-neweram", "-newerma")
DATED = ("-newermt", "-newerat", "-newerct")
EXTENDED = ("-E", "-P", "--extended-regexp", "--perl-regexp", "--regexp-extended")
SEPARATED: Mapping[str, tuple[str, ...]] = {
    "cut": ("-d", "--delimiter"),
    "sort": ("-t", "--field-separator"),
    "awk": ("-F", "--field-separator"),
    "column": ("-s", "--separator"),
    "join": ("-t",),
    "paste": ("-d", "--delimiters"),
}
LISTING = frozenset({"find", "ls", "grep", "locate", "seq", "git"})
# What they say is names of files, for whoever reads on.
NAMING = frozenset({"find", "ls", "locate", "dir", "tree", "du"})
MOST_LINES, LONGEST_LINE = 2000, 300
_SED = re.compile(r"s([/|#,:@!%])((?:\\.|(?!\1).)*)\1|(?:^|[;{\s,])/((?:\\.|[^/])+)/")
_AWK = re.compile(r"/((?:\\.|[^/\s])+)/|\"([^\"\\]+)\"")


@dataclass(frozen=True, slots=True)
class Text:
    """What is looked for in lines."""

    regex: str
    dialect: Dialect = "basic"


@dataclass(frozen=True, slots=True)
class Test:
    """Of find's expression: `kind` is test, not, and, or; a test has a flag and its value."""

    kind: str
    flag: str = ""
    value: str = ""
    operands: tuple[Test, ...] = ()


@dataclass(frozen=True, slots=True)
class Needs:
    """Ages in seconds, sizes in bytes: each on the edge of what a command asks for, with its unit."""

    places: tuple[NamedPath, ...] = ()
    names: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()  # names in letters of any case
    paths: tuple[str, ...] = ()
    folds_paths: bool = False  # paths in letters of any case
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
    listed: tuple[Text, ...] = ()  # looked for in names, not in files
    separators: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    lines: int = 0
    widths: tuple[int, ...] = ()  # so many characters of a line are counted off
    is_sorted: bool = False
    lists_files: bool = False
    follows: bool = False  # links
    tests: tuple[Test, ...] = ()  # whole expressions of find
    users: tuple[str, ...] = ()  # by name or by number
    groups: tuple[str, ...] = ()
    minds_blanks: bool = False
    minds_case: bool = False
    minds_hidden: bool = False
    minds_kinds: bool = False

    @property
    def counts_minutes(self) -> bool:
        """Whether a tree that was grown some minutes ago will not do any more."""
        return any(unit == MINUTE for _, unit in self.ages)


def together(all_of_them: Iterable[Needs]) -> Needs:
    """What all of them need."""
    all_needs = list(all_of_them)
    merged: dict[str, Any] = {}
    for field in fields(Needs):
        values = [getattr(needs, field.name) for needs in all_needs]
        if isinstance(field.default, tuple):
            merged[field.name] = tuple(dict.fromkeys(chain.from_iterable(values)))
        else:
            merged[field.name] = max(values, default=field.default)
    return Needs(**merged)


def needs(command: str) -> Needs:
    """Raises BashSyntaxError if it is no Bash."""
    of_commands, base = [], WORK
    used: set[str] = set()
    nested: set[int] = set()
    for node in walk(understand(command)):
        if isinstance(node, Call) and node.name:
            used.add(node.name)
            nested |= {id(call) for call in _run_by(node)}
            of_commands.append(_of_call(node, base, id(node) in nested, bool(used & NAMING)))
            base = moved(node, base)
        elif isinstance(node, Block) and node.kind in ("for", "select"):
            words = (piece for piece in node.pieces if isinstance(piece, Argument))
            of_commands.append(Needs(places=tuple(place for word in words for place in globs(word, base))))
    listed = bool(used & {"xargs", "read", "parallel"}) and not used & LISTING
    return together([*of_commands, Needs(lists_files=listed)])


def _run_by(call: Call) -> Iterator[Call]:
    """The command of xargs, sudo, and those of -exec."""
    for part in call.parts:
        if isinstance(part, Call):
            yield part
        elif isinstance(part, Flag):
            yield from (word for word in part.arguments if isinstance(word, Call))


def _of_call(call: Call, base: str, is_nested: bool, after_lister: bool) -> Needs:
    def values(*names: str) -> list[str]:
        return [word.value for flag in call.flags if flag.name in names for word in flag_words(flag)]

    names_only = after_lister and not is_nested and _reads_no_file(call)
    patterns = [word.value for flag in call.flags for word in flag_words(flag) if word.type == "Pattern"]
    return Needs(
        places=tuple(places(call, base, is_nested)),
        names=tuple(
            value
            for value in (values(*NAMES) if call.name == "find" else patterns)
            if "/" not in value.strip("/")
        ),
        folded=tuple(value for value in values("-iname") if "/" not in value),
        paths=tuple(values(*PATHS)),
        folds_paths=bool(values("-ipath", "-iwholename", "-iregex")),
        regexes=tuple(Text(value, _find_dialect(call)) for value in values("-regex", "-iregex")),
        targets=tuple(values("-lname", "-ilname")),
        kinds=tuple(kind for value in values("-type", "-xtype") for kind in value.split(",")),
        ages=tuple(
            (n * unit, unit) for name, unit in AGES.items() for value in values(name) for n in numbers(value)
        ),
        sizes=tuple(size for value in values("-size") for size in sizes_in(value)),
        dates=tuple(moment for value in values(*DATED) for moment in moments(value)),
        modes=tuple(_modes(call, values("-perm"))),
        newer=bool(values(*NEWER)),
        empty=call.flag("-empty") is not None or call.name == "rmdir",
        doubled=bool(values("-samefile", "-links", "-inum")) or call.name in ("fdupes", "md5sum", "uniq"),
        depth=max(
            (n for value in values("-maxdepth", "-mindepth") for n in numbers(value) if n < 9), default=0
        ),
        texts=() if names_only else tuple(_texts(call)),
        listed=tuple(_texts(call)) if names_only else (),
        separators=tuple(_separators(call)),
        members=tuple(_members(call)),
        lines=max(_counts(call), default=0),
        widths=tuple(_widths(call)),
        is_sorted=call.name in ("comm", "join", "look"),
        follows=call.name == "find" and call.flag("-L", "-follow", "-H") is not None,
        tests=(_test(call.condition),) if call.condition is not None else (),
        users=tuple(_owners(call, "Username", 0)),
        groups=tuple(_owners(call, "Groupname", 1)),
        minds_hidden=_names_hidden(call),
    )


def _owners(call: Call, kind: str, place: int) -> Iterator[str]:
    """The users or groups that it names: `alice`, or of `alice:staff` the first or the second."""
    for word in (*call.arguments, *(word for flag in call.flags for word in flag_words(flag))):
        if word.type in (kind, "Owner") and is_settled(word):
            names = (
                re.split("[:.]", word.value, maxsplit=1)
                if word.type == "Owner"
                else [""] * place + [word.value]
            )
            yield from filter(None, names[place : place + 1])
    if call.flag(("-nouser", "-nogroup")[place]) or (call.name == "chown" and call.flag("--reference")):
        yield str(NAMELESS)


def _test(condition: Condition) -> Test:
    flag = condition.flag
    value = next((word.value for word in flag_words(flag)), "") if flag is not None else ""
    return Test(
        condition.kind, flag.name if flag is not None else "", value, tuple(map(_test, condition.operands))
    )


def _names_hidden(call: Call) -> bool:
    """Whether names that begin with a dot make a difference to it: `ls -a`, `-not -path '*/.*'`."""
    words = [*call.arguments, *(word for flag in call.flags for word in flag_words(flag))]
    lists_all = call.name in ("ls", "dir", "tree") and call.flag("-a", "-A", "--all", "--almost-all")
    return bool(lists_all) or any(re.search(r"(^|/|\\)\.(?=[\w*?\[])", word.value) for word in words)


def _modes(call: Call, values: Iterable[str]) -> Iterator[int]:
    for value in values:
        mode = mode_of(value.lstrip("-/+"))
        if mode is not None:
            yield mode
    if call.flag("-executable") is not None and call.name == "find":
        yield 0o755
    if call.name == "chmod":  # that some have the mode already, and some not
        yield 0o600


def _find_dialect(call: Call) -> Dialect:
    named = call.flag("-regextype")
    kind = flag_words(named)[0].value if named and flag_words(named) else "emacs"
    is_extended = call.flag("-E") is not None or kind not in (
        "emacs",
        "findutils-default",
        "posix-basic",
        "sed",
        "grep",
    )
    return "extended" if is_extended else "emacs" if kind in ("emacs", "findutils-default") else "basic"


# ── what is in files ───────────────────────────────────────────────────────────────────────────────


def _texts(call: Call) -> Iterator[Text]:
    if call.name == "find":
        return
    words = [word.value for word in call.arguments if word.type == "Regex" or word.name == "program"]
    words += [
        word.value
        for flag in call.flags
        for word in flag_words(flag)
        if word.type == "Regex" or flag.name in ("-e", "--expression", "--source")
    ]
    extended: Dialect = "extended" if call.flag(*EXTENDED) or call.name in ("awk", "perl") else "basic"
    for value in words:
        if call.name in ("sed", "perl", "rename"):
            for match in _SED.finditer(value):
                yield Text(match[2] or match[3], "extended" if call.name != "sed" else extended)
        elif call.name in ("awk", "gawk", "mawk"):
            for match in _AWK.finditer(value):
                yield Text(match[1] or match[2], "extended" if match[1] else "fixed")
        elif value:
            yield Text(value, "fixed" if _is_fixed(call) else extended)


def _reads_no_file(call: Call) -> bool:
    """Whether grep searches what is said before it, names of files perhaps."""
    return call.name == "grep" and not any(word.type in NAMED for word in call.arguments)


def _is_fixed(call: Call) -> bool:
    return call.flag("-F", "--fixed-strings") is not None or (
        call.written is not None and call.written.value == "fgrep"
    )


def _separators(call: Call) -> Iterator[str]:
    for flag in call.flags:
        if flag.name in SEPARATED.get(call.name, ()):
            for word in flag_words(flag):
                if len(word.value) == 1:
                    yield word.value
    if call.name == "tr" and call.arguments and len(call.arguments[0].value) == 1:
        yield call.arguments[0].value


def _members(call: Call) -> Iterator[str]:
    """Names that are taken out of archives."""
    if call.name in ("tar", "unzip") and not call.flag("-c", "--create"):
        for word in call.arguments:
            if word.name != "archive" and word.is_literal and word.value and ".." not in word.value:
                yield word.value.strip("/")


def _counts(call: Call) -> Iterator[int]:
    """So many lines are counted off."""
    for flag in call.flags:
        yield from _count(call, flag)
    if call.name in ("sed", "awk"):
        program = next((word.value for word in call.arguments if word.name == "program"), "")
        yield from (int(digits) for digits in re.findall(r"\b\d{1,3}\b", program))


WIDTHS: Mapping[str, tuple[str, ...]] = {
    "uniq": ("-w", "--check-chars", "-s", "--skip-chars"),
    "fold": ("-w", "--width"),
    "fmt": ("-w", "--width"),
    "cut": ("-c", "--characters", "-b", "--bytes"),
}


def _widths(call: Call) -> Iterator[int]:
    for flag in call.flags:
        names = (flag.name, *(flag.known.names if flag.known else ()))
        if set(names) & set(WIDTHS.get(call.name, ())):
            digits = (n for word in flag_words(flag) for n in re.findall(r"\d+", word.value))
            yield from (int(n) for n in digits if 0 < int(n) <= LONGEST_LINE)


def _count(call: Call, flag: Flag) -> Iterator[int]:
    if call.name in ("head", "tail", "split", "grep", "sort", "cut"):
        for word in flag_words(flag):
            if word.type in ("Quantity", "Number"):
                yield from (n for n in numbers(word.value) if n <= MOST_LINES)
