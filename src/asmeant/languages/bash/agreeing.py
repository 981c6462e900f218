"""Several right commands for one intent -> the differences between them, which do not matter. Pure."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

from asmeant.languages.bash.command import Argument, Call, Command, Pipe, Sequence, calls
from asmeant.languages.bash.normal import Normal
from asmeant.records import AnswerKind, Expectation


def loosened(first: Expectation, second: Expectation) -> Expectation:
    """The expectation that both commands meet: what they differ in does not matter."""
    kind = _kind(first, second)
    attributes = tuple(name for name in first.attributes if name in second.attributes)
    if kind == "files with attributes" and not attributes:
        kind = "files"
    quiet = kind == "nothing" and first.kind != second.kind  # one of them only prints what it works on
    basis = next((item for item in (first, second) if item.kind == kind), first)
    return replace(
        basis,
        kind=kind,
        attributes=attributes,
        ordered=first.ordered and second.ordered,
        spacing=first.spacing and second.spacing,
        paths="printed" if first.paths == second.paths == "printed" else "any",
        folders=tuple(dict.fromkeys((*first.folders, *second.folders))),
        contents={first.kind, second.kind} == {"files", "lines by file"},
        totals=first.totals and second.totals,
        times=first.times or second.times,
        written=first.written or (second.written and quiet),
        sure=first.sure and second.sure and (first.kind == second.kind or kind == "nothing"),
    )


# Of two kinds, the less strict one comes first.
KINDS: tuple[AnswerKind, ...] = (
    "nothing", "files", "files with attributes", "lines by file", "number", "value", "lines in any order",
    "lines", "text", "status",
)  # fmt: skip


def _kind(first: Expectation, second: Expectation) -> AnswerKind:
    return min(first.kind, second.kind, key=KINDS.index)


# ── by what the commands are ───────────────────────────────────────────────────────────────────────


def without_differences(answer: Expectation, trees: list[Sequence]) -> Expectation:
    """The answer without what commands of the same kind differ in."""
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
    """The type of entries that `find` selects; empty if it selects any."""
    types = [
        flag for call in calls(tree) if call.name == "find" for flag in call.flags if flag.name == "-type"
    ]
    words = [word.value for flag in types for word in flag.arguments if isinstance(word, Argument)]
    return words[0] if len(words) == 1 else "" if not words else None


def _lists_hidden(tree: Sequence) -> object:
    """Whether the command lists hidden files; None if it lists no files."""
    lister = next((call for call in calls(tree) if call.name in (*LISTS_ALL, *LISTS_SOME)), None)
    if lister is None:
        return None
    return lister.name in LISTS_ALL or lister.flag("-a", "-A", "--all", "--almost-all") is not None


LISTS_ALL, LISTS_SOME = ("find", "du"), ("ls", "dir", "vdir", "tree")


def _prints_matches(tree: Sequence) -> object:
    return any(call.name == "grep" and call.flag("-o", "--only-matching") is not None for call in calls(tree))


def _picked(first: Sequence, second: Sequence) -> str:
    """The columns that one of two pipelines selects in a stage that the other does not have."""
    stages = [_stages(tree) for tree in (first, second)]
    longer, shorter = sorted(stages, key=len, reverse=True)
    if len(longer) != len(shorter) + 1:
        return ""
    texts, shorter_texts = ([Normal().text(stage) for stage in pipe] for pipe in (longer, shorter))
    for place, stage in enumerate(longer):
        if texts[:place] + texts[place + 1 :] == shorter_texts:
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
