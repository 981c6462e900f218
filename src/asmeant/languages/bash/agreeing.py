"""Several right commands for one intent -> what they differ in, which then does not matter. Pure."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

from asmeant.languages.bash.command import Argument, Call, Command, Pipe, Sequence, calls
from asmeant.languages.bash.normal import Normal
from asmeant.records import AnswerKind, Expectation


def loosened(one: Expectation, other: Expectation) -> Expectation:
    """What two right commands differ in does not matter."""
    kind = _kind(one, other)
    attributes = tuple(name for name in one.attributes if name in other.attributes)
    if kind == "files with attributes" and not attributes:
        kind = "files"
    quiet = kind == "nothing" and one.kind != other.kind  # one of them only says what it works on
    basis = next((item for item in (one, other) if item.kind == kind), one)
    return replace(
        basis,
        kind=kind,
        attributes=attributes,
        ordered=one.ordered and other.ordered,
        spacing=one.spacing and other.spacing,
        paths="printed" if one.paths == other.paths == "printed" else "any",
        folders=tuple(dict.fromkeys((*one.folders, *other.folders))),
        contents={one.kind, other.kind} == {"files", "lines by file"},
        totals=one.totals and other.totals,
        times=one.times or other.times,
        written=one.written or (other.written and quiet),
        sure=one.sure and other.sure and (one.kind == other.kind or kind == "nothing"),
    )


# Of two kinds, the one that leaves more open comes first.
KINDS: tuple[AnswerKind, ...] = (
    "nothing", "files", "files with attributes", "lines by file", "number", "value", "lines in any order",
    "lines", "text", "status",
)  # fmt: skip


def _kind(one: Expectation, other: Expectation) -> AnswerKind:
    return min(one.kind, other.kind, key=KINDS.index)


# ── by what the commands are ───────────────────────────────────────────────────────────────────────


def without_differences(answer: Expectation, trees: list[Sequence]) -> Expectation:
    """Without what commands differ in that print the same kind of answer."""
    if len(trees) < 2:
        return answer
    columns = next(filter(None, (_picked(*pair) for pair in combinations(trees, 2))), "")
    if columns:
        kind: AnswerKind = "lines" if answer.ordered else "lines in any order"
        return replace(answer, kind=kind, columns=columns, spacing=False, attributes=(), sure=True)
    if answer.kind in ("files", "files with attributes"):
        if _differ([_file_type(tree) for tree in trees], ("f", "")):
            answer = replace(answer, directories=False)
        if _differ([_lists_hidden(tree) for tree in trees], (True, False)):
            answer = replace(answer, hidden=False)
        return answer
    if answer.kind == "lines by file" and _differ([_prints_matches(tree) for tree in trees], (True, False)):
        return replace(answer, whole_lines=False)
    return answer


def _differ(values: list[object], expected: tuple[object, object]) -> bool:
    return set(values) == set(expected)


def _file_type(tree: Sequence) -> object:
    """The type of entries that `find` is told to find; empty where any will do."""
    types = [
        flag for call in calls(tree) if call.name == "find" for flag in call.flags if flag.name == "-type"
    ]
    words = [word.value for flag in types for word in flag.arguments if isinstance(word, Argument)]
    return words[0] if len(words) == 1 else "" if not words else None


def _lists_hidden(tree: Sequence) -> object:
    """Whether hidden files are among those that it lists; None where it lists none."""
    lister = next((call for call in calls(tree) if call.name in (*LISTS_ALL, *LISTS_SOME)), None)
    if lister is None:
        return None
    return lister.name in LISTS_ALL or lister.flag("-a", "-A", "--all", "--almost-all") is not None


LISTS_ALL, LISTS_SOME = ("find", "du"), ("ls", "dir", "vdir", "tree")


def _prints_matches(tree: Sequence) -> object:
    return any(call.name == "grep" and call.flag("-o", "--only-matching") is not None for call in calls(tree))


def _picked(one: Sequence, other: Sequence) -> str:
    """The columns that one of two pipes picks in a stage that the other does not have."""
    stages = [_stages(tree) for tree in (one, other)]
    longer, shorter = sorted(stages, key=len, reverse=True)
    if len(longer) != len(shorter) + 1:
        return ""
    texts, others = ([Normal().text(stage) for stage in pipe] for pipe in (longer, shorter))
    for place, stage in enumerate(longer):
        if texts[:place] + texts[place + 1 :] == others:
            return _columns(stage)
    return ""


def _stages(tree: Sequence) -> tuple[Command, ...]:
    if len(tree.commands) != 1:
        return ()
    command = tree.commands[0]
    return command.commands if isinstance(command, Pipe) else (command,)


def _columns(stage: Command) -> str:
    """`2-` for `cut -d' ' -f2-`, `1` for `awk '{print $1}'`."""
    if not isinstance(stage, Call):
        return ""
    if stage.name == "awk" and not stage.flags:
        program = next((word.value for word in stage.arguments), "")
        column = re.fullmatch(r"\{ *print +\$([1-9])\d?;? *\}", program.strip())
        return column[1] if column else ""
    if stage.name != "cut" or _value(stage, "-d", "--delimiter") != " ":
        return ""
    fields = _value(stage, "-f", "--fields")
    return fields if re.fullmatch(r"[1-9]-?", fields) else ""


def _value(call: Call, *names: str) -> str:
    flag = call.flag(*names)
    return next((word.value for word in flag.arguments if isinstance(word, Argument)), "") if flag else ""
