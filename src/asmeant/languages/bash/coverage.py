"""Commands -> how much of them we know: utilities, flags, and commands of which every word has a type."""

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
    """How often each was used; a name that is only known when the command runs ($cmd) counts as neither."""
    found = Coverage()
    total = not_bash = fully_typed = 0
    for source in commands:
        total += 1
        try:
            tree = understand(source)
        except BashSyntaxError:
            not_bash += 1
            continue
        fully_typed += _count(tree, found)
    return Coverage(
        total,
        not_bash,
        fully_typed,
        found.known_utilities,
        found.unknown_utilities,
        found.known_flags,
        found.unknown_flags,
    )


def _count(tree: Sequence, found: Coverage) -> bool:
    """Count what the tree has; whether all of it is known."""
    complete = True
    for node in walk(tree):
        if isinstance(node, Call) and node.name:
            complete = _count_call(node, found) and complete
        elif isinstance(node, Argument):
            complete = complete and node.type != "Unknown"
    return complete


def _count_call(call: Call, found: Coverage) -> bool:
    if call.known is None:
        literal = call.written is not None and "$" not in call.name and "`" not in call.name
        if literal:
            found.unknown_utilities[call.name] += 1
        return not literal and not call.parts
    found.known_utilities[call.name] += 1
    complete = True
    for flag in call.flags:
        known = flag.known is not None
        (found.known_flags if known else found.unknown_flags)[_label(call, flag)] += 1
        complete = complete and known
    return complete


def _label(call: Call, flag: Flag) -> str:
    return f"{call.name} {flag.name}"
