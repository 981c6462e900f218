"""Commands -> how many utilities and flags are known, and for how many commands every word has a type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from asmeant.languages.bash.command import Argument, Call, Flag, Sequence, walk
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.understanding import understand


@dataclass(frozen=True, slots=True)
class Coverage:
    commands: int = 0
    not_bash: int = 0
    fully_typed: int = 0
    known_utilities: Counter[str] = field(default_factory=Counter)
    unknown_utilities: Counter[str] = field(default_factory=Counter)
    known_flags: Counter[str] = field(default_factory=Counter)  # `sort -k`
    unknown_flags: Counter[str] = field(default_factory=Counter)


def coverage(commands: Iterable[str]) -> Coverage:
    """Count known and unknown names. A name that is known only at run time ($cmd) is not counted."""
    counts = Coverage()
    total = not_bash = fully_typed = 0
    for source in commands:
        total += 1
        try:
            tree = understand(source)
        except BashSyntaxError:
            not_bash += 1
            continue
        fully_typed += _count(tree, counts)
    return Coverage(
        total,
        not_bash,
        fully_typed,
        counts.known_utilities,
        counts.unknown_utilities,
        counts.known_flags,
        counts.unknown_flags,
    )


def _count(tree: Sequence, counts: Coverage) -> bool:
    """Count the names in the tree. Returns whether all are known."""
    complete = True
    for node in walk(tree):
        if isinstance(node, Call) and node.name:
            complete = _count_call(node, counts) and complete
        elif isinstance(node, Argument):
            complete = complete and node.type != "Unknown"
    return complete


def _count_call(call: Call, counts: Coverage) -> bool:
    if call.known is None:
        literal = call.written is not None and "$" not in call.name and "`" not in call.name
        if literal:
            counts.unknown_utilities[call.name] += 1
        return not literal and not call.parts
    counts.known_utilities[call.name] += 1
    complete = True
    for flag in call.flags:
        known = flag.known is not None
        (counts.known_flags if known else counts.unknown_flags)[_label(call, flag)] += 1
        complete = complete and known
    return complete


def _label(call: Call, flag: Flag) -> str:
    return f"{call.name} {flag.name}"
