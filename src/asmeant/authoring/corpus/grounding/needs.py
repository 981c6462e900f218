"""Command -> what it wants to find when it runs. Pure: read from the typed tree, nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asmeant.authoring.corpus.grounding.wanted import DAY, Bound, Lookup, Needs, Place, Role, Text
from asmeant.languages.bash import parse
from asmeant.languages.bash.command import Argument, Call, Flag, calls
from asmeant.languages.bash.syntax import (
    Assignment,
    Brace,
    Glob,
    ParameterExpansion,
    Script,
    Tilde,
    Word,
    walk,
)
from asmeant.languages.bash.understanding import Understanding

UNITS = {"c": 1, "w": 2, "b": 512, "": 512, "k": 1 << 10, "M": 1 << 20, "G": 1 << 30}
AGES = {"-mtime": DAY, "-atime": DAY, "-ctime": DAY, "-mmin": 60, "-amin": 60, "-cmin": 60}
NAMES = ("-name", "-iname")
PATHS = ("-path", "-ipath", "-wholename", "-iwholename")
NEWER = ("-newer", "-anewer", "-cnewer")
# What these name need not be there before.
MAKERS = {"mkdir", "touch", "mktemp", "tee", "mkfifo"}
# Whose bare arguments are folders as often as files.
WALKERS = {"ls", "du", "tree", "cd", "rsync", "tar", "pushd", "df", "dirname"}
RECURSIVE = ("-r", "-R", "--recursive", "-a", "--archive", "-rf")
NAMED = {"File", "Directory", "Path"}
# Parameters that Bash itself sets.
SPECIAL = {"?", "$", "!", "#", "-", "0", "_"}
# Utilities that look for texts.
GREPS = {"grep", "zgrep", "egrep", "fgrep", "rgrep", "look"}


def needs(command: str) -> Needs:
    """Raises BashSyntaxError if it is no Bash."""
    script = parse(command)
    found = list(calls(Understanding().sequence(script.body)))
    return Needs(
        places=tuple(dict.fromkeys(place for call in found for place in _places(call))),
        lookups=tuple(_lookup(call) for call in found if call.name == "find"),
        texts=tuple(dict.fromkeys(text for call in found for text in _texts(call))),
        lines=max((count for call in found for count in _counts(call)), default=0),
        sorted_lines=any(call.name in ("comm", "join") for call in found),
        variables=tuple(_variables(script)),
        # `yes` never ends by itself, but whoever it speaks to does.
        effects=frozenset(
            effect for call in found if call.known and call.name != "yes" for effect in call.known.effects
        ),
    )


def _variables(script: Script) -> dict[str, None]:
    """Those that must have a value before the command begins."""
    nodes = list(walk(script))
    assigned = {node.name for node in nodes if isinstance(node, Assignment)}
    names = (node.name for node in nodes if isinstance(node, ParameterExpansion) and not node.operator)
    return dict.fromkeys(name for name in names if name not in assigned and name not in SPECIAL)


def _is_fixed(word: Argument) -> bool:
    """It is the same whatever happens before."""
    parts = walk(word.word) if isinstance(word.word, Word) else ()
    return not word.inner and not any(isinstance(part, ParameterExpansion) for part in parts)


# ── paths ──────────────────────────────────────────────────────────────────────────────────────────


def _places(call: Call) -> Iterator[Place]:
    if call.name == "find":
        yield from (Place(start, "filled folder") for start in _starts(call))
        yield from (Place(word.value) for flag in call.flags if flag.name in NEWER for word in _words(flag))
        return
    named = [
        word for word in call.arguments if word.type in NAMED or word.name in ("source", "target", "link")
    ]
    for word in named:
        role = _role(call, word, last=word is named[-1] and len(named) > 1, many=len(named) > 2)
        yield from _placed(word, role)
    for flag in call.flags:
        for word in _words(flag):
            if word.type in NAMED:
                yield from _placed(word, _flag_role(call, flag, word))


def _role(call: Call, word: Argument, last: bool, many: bool) -> Role:
    if call.name == "rmdir":
        return "folder"
    if call.name == "readlink":
        return "link"
    if call.name in MAKERS or word.name == "link":
        return "made"
    if word.name == "target" and last and not call.flag("-t", "--target-directory"):
        return "folder" if many or word.value.endswith("/") or call.name == "rsync" else "made"
    bare = "." not in word.value.rstrip("/").rpartition("/")[2].lstrip(".")
    recursive = any(flag.name in RECURSIVE for flag in call.flags)
    walks = call.name in WALKERS or recursive or word.type == "Directory"
    return "filled folder" if word.value.endswith("/") or (bare and walks) else "file"


def _flag_role(call: Call, flag: Flag, word: Argument) -> Role:
    if call.name in ("tar", "cpio") and call.flag("-c", "--create", "-o"):
        return "made" if flag.name in ("-f", "--file", "-O") else "filled folder"
    if flag.name in ("-o", "--output", "-fprint", "-fprintf", "-fls"):
        return "made"
    return "folder" if word.type == "Directory" or word.value.endswith("/") else "file"


def _placed(word: Argument, role: Role) -> Iterator[Place]:
    if not word.value or word.value == "-" or "{}" in word.value or not _is_fixed(word):
        return
    parts = word.word.parts if isinstance(word.word, Word) else ()
    for value in _expanded(word.value) if any(isinstance(part, Brace) for part in parts) else [word.value]:
        pattern = any(isinstance(part, Glob) for part in parts)
        if any(isinstance(part, Tilde) and part.user for part in parts):
            return
        yield Place(value, role, pattern)


def _expanded(text: str) -> list[str]:
    """The first brace of a word, written out; of a sequence its ends."""
    found = re.search(r"\{([^{}]*)\}", text)
    if not found:
        return [text]
    items = re.split(r",|\.\.", found[1])
    return [text[: found.start()] + item + text[found.end() :] for item in items]


def _starts(call: Call) -> tuple[str, ...]:
    found = tuple(
        place.path for word in call.arguments if word.type == "Path" for place in _placed(word, "folder")
    )
    return found if found or call.arguments else (".",)


def _words(flag: Flag) -> list[Argument]:
    return [word for word in flag.arguments if isinstance(word, Argument)]


# ── what is looked for ─────────────────────────────────────────────────────────────────────────────


def _lookup(call: Call) -> Lookup:
    def values(*names: str) -> tuple[str, ...]:
        found = (word for flag in call.flags if flag.name in names for word in _words(flag))
        return tuple(dict.fromkeys(word.value for word in found if _is_fixed(word)))

    ages = [_bound(value, unit) for name, unit in AGES.items() for value in values(name)]
    return Lookup(
        starts=_starts(call),
        names=values(*NAMES, "-lname", "-ilname"),
        unquoted=tuple(
            word.value
            for flag in call.flags
            if flag.name in NAMES
            for word in _words(flag)
            if isinstance(word.word, Word) and any(isinstance(part, Glob) for part in word.word.parts)
        ),
        paths=values(*PATHS),
        regexes=values("-regex", "-iregex"),
        kinds=values("-type", "-xtype"),
        ages=tuple(age for age in ages if age),
        sizes=tuple(size for value in values("-size") if (size := _size(value))),
        modes=tuple(mode for value in values("-perm") if (mode := _mode(value)) is not None),
        empty=call.flag("-empty") is not None,
        shallow=call.flag("-maxdepth", "-prune") is not None,
    )


def _number(value: str) -> int:
    digits = value.lstrip("+-")
    return int(digits) if digits.isdigit() and len(digits) < 7 else -1


def _bound(value: str, unit: int) -> Bound | None:
    number = _number(value)
    return Bound(value[:1] if value[:1] in "+-" else "", number * unit, unit) if number >= 0 else None


def _size(value: str) -> Bound | None:
    """Sizes are rounded up to units, so a file that has the size has just as many."""
    found = re.fullmatch(r"([+-]?)(\d{1,9})([cwbkMG]?)", value)
    if not found:
        return None
    unit = UNITS[found[3]]
    return Bound(found[1], int(found[2]) * unit, unit if found[1] else 0)


def _mode(value: str) -> int | None:
    digits = value.lstrip("-/+")
    if re.fullmatch(r"[0-7]{1,4}", digits):
        return int(digits, 8)
    bits = {"u": 0o700, "g": 0o070, "o": 0o007, "a": 0o777}
    rights = {"r": 0o444, "w": 0o222, "x": 0o111}
    mode = 0
    for who, what in re.findall(r"([ugoa]*)[=+]([rwxst]+)", digits):
        mask = 0
        for letter in who or "a":
            mask |= bits[letter]
        for letter in what:
            mode |= rights.get(letter, 0) & mask
        mode |= (0o4000 if "s" in what and "u" in who else 0) | (0o2000 if "s" in what and "g" in who else 0)
    return mode or None


def _texts(call: Call) -> Iterator[Text]:
    if call.name not in GREPS:
        return
    extended = call.flag("-E", "-P", "--extended-regexp", "--perl-regexp") is not None or call.name == "egrep"
    fixed = call.flag("-F", "--fixed-strings") is not None or call.name == "fgrep"
    words = [word for word in call.arguments if word.type == "Regex"]
    words += [word for flag in call.flags if flag.name in ("-e", "--regexp") for word in _words(flag)]
    recursive = any(flag.name in RECURSIVE for flag in call.flags)
    from_others = not recursive and not any(word.type in NAMED for word in call.arguments)
    yield from (Text(word.value, extended, fixed, from_others) for word in words if _is_fixed(word))


def _counts(call: Call) -> Iterator[int]:
    """How many lines head, tail and the like want to see."""
    if call.name in ("head", "tail", "split"):
        for flag in call.flags:
            for word in _words(flag):
                if 0 < (count := _number(word.value)) <= 1000:
                    yield count
