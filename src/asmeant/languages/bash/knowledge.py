"""A utility's name -> what we know of it: its flags, its arguments and their types, what it does.

The knowledge lies in `utilities/*.toml`, one table a utility:

    [grep]
    does = "print lines that match a pattern"
    arguments = "Regex [File...]"       # in order; [] may be missing, ... may repeat, source:File is named
    given_by = ["-e", "-f"]             # with one of these flags the first argument is not there
    [grep.flags]
    "-m --max-count Quantity" = "stop after this many lines"     # names, then what stands after them
    "--color --colour [Option]" = "mark the match in colour"     # [] only attached: --color=always
    "-u --update [=Option]" = "only what is newer"               # [=] only after the long name, and attached
    "-<Quantity>" = { does = "as -C", same_as = "-C" }           # a number as a flag: -5 is -C 5

| key | says |
|---|---|
| `is` | another name for this; with flags it is rewritten: `egrep` is `grep -E` |
| `like` | has the flags of that one, too |
| `style` | how its words are read, if not as getopt does: see `flags.py` |
| `effects` | of it, or of a flag: `writes` `destroys` `leaks` `network` `clock` `host` `random` `waits` |
| `order` | of its output lines: `any`, `sorted`, or that of the `input` |
| `target_flag` | with it, the last argument is one more source |
| `last_wins` | flags of which the last one counts, so their order matters |
| `ordered` | the order of its flags matters |
| `default` | the command that it runs when none is given |
| `operands` | `name=value` arguments, as of dd |
| `separate` | an argument of a long flag stands in a word of its own: `--request POST` |
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

# The semantic types of NL2Bash, section 4.1 and its grammar.
PUBLISHED_TYPES = frozenset(
    {"File", "Directory", "Path", "Permission", "DateTime", "Command", "Program", "Type", "Regex", "Format"}
    | {"Option", "Quantity", "Number", "Timespan", "Size", "Bandwidth"}
)

# Ours are finer. This is what each of them is there, where a word of open vocabulary is a Regex.
COARSER = {
    "Device": "File",
    "Groupname": "Regex",
    "Hostname": "Regex",
    "Interface": "Regex",
    "Job": "Regex",
    "Name": "Regex",  # a name of a file that need not be there
    "Owner": "Regex",
    "Pattern": "Regex",  # of file names
    "Port": "Number",
    "Process": "Number",
    "Script": "Command",  # text that a shell reads
    "Signal": "Option",
    "Text": "Regex",
    "Unknown": "Regex",
    "Url": "Regex",
    "Username": "Regex",
    "Variable": "Regex",
}

TYPES = PUBLISHED_TYPES | set(COARSER)

COMMON_FLAGS = {"--help": "print help", "--version": "print the version"}


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for an argument."""

    type: str
    name: str = ""
    optional: bool = False
    repeats: bool = False
    long_only: bool = False


def fitting(slots: Sequence[Slot], count: int) -> list[Slot]:
    """Which slot each of so many arguments is for."""
    spare = count - sum(not slot.optional for slot in slots)
    filled: list[Slot] = []
    single = sum(slot.optional and not slot.repeats for slot in slots)
    for slot in slots:
        if slot.repeats:
            # Optional single slots after it come first: ln A... [LINK].
            more = max(0, spare - single)
            filled += [slot] * (more + (not slot.optional))
            spare -= more
        elif not slot.optional:
            filled.append(slot)
        else:
            single -= 1
            if spare > 0:
                filled.append(slot)
                spare -= 1
    missing = count - len(filled)
    return (filled + [Slot("Unknown")] * missing)[:count]


@dataclass(frozen=True, slots=True)
class KnownFlag:
    names: tuple[str, ...]
    slots: tuple[Slot, ...]
    does: str
    effects: frozenset[str] = frozenset()
    order: str = ""
    same_as: str = ""
    separate: bool = False

    @property
    def long(self) -> str | None:
        """Its readable name."""
        return next((name for name in self.names if name.startswith("--")), None)


@dataclass(frozen=True, slots=True)
class Utility:
    name: str
    does: str
    slots: tuple[Slot, ...] = ()
    flags: Mapping[str, KnownFlag] = field(default_factory=dict)
    number: KnownFlag | None = None
    style: str = "getopt"
    effects: frozenset[str] = frozenset()
    order: str = ""
    given_by: frozenset[str] = frozenset()
    target_flag: str = ""
    last_wins: tuple[frozenset[str], ...] = ()
    ordered: bool = False
    default: str = ""
    operands: Mapping[str, KnownFlag] = field(default_factory=dict)
    rewritten: tuple[str, ...] = ()  # `egrep` -> grep -E

    def flag(self, name: str) -> KnownFlag | None:
        """A flag by its name, or by an unambiguous prefix of its long name."""
        exact = self.flags.get(name)
        if exact is not None or not name.startswith("--") or len(name) < 4:
            return exact
        matches = {id(known): known for long, known in self.flags.items() if long.startswith(name)}
        return next(iter(matches.values())) if len(matches) == 1 else None


def utility(name: str) -> Utility | None:
    """The description of a utility, by its name or path (/bin/rm); None if it is unknown."""
    return _known(name.rsplit("/", 1)[-1] if "/" in name else name)


def utilities() -> tuple[str, ...]:
    """The names of all that we know."""
    return tuple(sorted(_tables()))


@cache
def _tables() -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    folder = files("asmeant.languages.bash") / "utilities"
    for entry in folder.iterdir():
        if entry.name.endswith(".toml"):
            tables.update(tomllib.loads(entry.read_text(encoding="utf-8")))
    return tables


@cache
def _known(name: str) -> Utility | None:
    table = _tables().get(name)
    if table is None:
        return None
    if "is" in table:
        words = tuple(table["is"].split())
        other = _known(words[0])
        assert other is not None
        return replace(other, rewritten=words) if len(words) > 1 else replace(other, name=name)
    flags, number = _flags(table)
    return Utility(
        name=name,
        does=table["does"],
        slots=tuple(_slot(word) for word in table.get("arguments", "").split()),
        flags=flags,
        number=number,
        style=table.get("style", "getopt"),
        effects=frozenset(table.get("effects", ())),
        order=table.get("order", ""),
        given_by=frozenset(alias for flag in table.get("given_by", ()) for alias in _names_of(flags, flag)),
        target_flag=table.get("target_flag", ""),
        last_wins=tuple(frozenset(group.split()) for group in table.get("last_wins", ())),
        ordered=table.get("ordered", False),
        default=table.get("default", ""),
        operands={known.names[0]: known for known in map(_flag, *_pairs(table.get("operands", {})))},
    )


def _flags(table: dict[str, Any]) -> tuple[dict[str, KnownFlag], KnownFlag | None]:
    flags: dict[str, KnownFlag] = {}
    number: KnownFlag | None = None
    if "like" in table:
        other = _known(table["like"])
        assert other is not None
        flags, number = dict(other.flags), other.number
    for key, value in table.get("flags", {}).items():
        known = replace(_flag(key, value), separate=table.get("separate", False))
        if known.names[0].startswith("-<"):
            number = replace(known, names=("-",), slots=(Slot(known.names[0][2:-1]),))
        else:
            flags.update(dict.fromkeys(known.names, known))
    for name, does in COMMON_FLAGS.items():
        flags.setdefault(name, KnownFlag((name,), (), does))
    if number is not None and number.same_as:
        number = replace(number, names=("-", *flags[number.same_as].names))
    return flags, number


def _pairs(table: dict[str, Any]) -> tuple[list[str], list[Any]]:
    return list(table), list(table.values())


def _names_of(flags: dict[str, KnownFlag], name: str) -> tuple[str, ...]:
    return flags[name].names if name in flags else (name,)


def _flag(key: str, value: str | dict[str, Any]) -> KnownFlag:
    words = key.split()
    is_type = [word.strip("[=].;") in TYPES for word in words]
    names = tuple(word for word, a_type in zip(words, is_type, strict=True) if not a_type)
    slots = tuple(_slot(word) for word, a_type in zip(words, is_type, strict=True) if a_type)
    about = {"does": value} if isinstance(value, str) else value
    return KnownFlag(
        names,
        slots,
        about["does"],
        frozenset(about.get("effects", ())),
        about.get("order", ""),
        about.get("same_as", ""),
    )


def _slot(word: str) -> Slot:
    optional, long_only = word.startswith("["), word.startswith("[=")
    word = word.strip("[=]")
    repeats = word.endswith(("...", ";"))
    name, _, kind = word.rstrip(".;").rpartition(":")
    if kind not in TYPES:
        raise AssertionError(
            f"utilities/*.toml has a slot of type '{kind}', which is none of {sorted(TYPES)}"
        )
    return Slot(kind, name, optional, repeats, long_only)
