"""The words of find's expression -> its logic.

`-o` has a lower precedence than `-a`, which may be omitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from asmeant.languages.bash.command import Condition, Flag, Operator, Part


@dataclass(slots=True)
class Group:
    """The contents of parentheses, as far as they were read: alternatives, each a list of conditions."""

    start: int
    alternatives: list[list[Condition]] = field(default_factory=lambda: [[]])
    negated: bool = False

    def add(self, condition: Condition) -> None:
        if self.negated:
            condition = Condition(condition.start, condition.end, "not", (condition,))
        self.negated = False
        self.alternatives[-1].append(condition)

    def closed(self, end: int) -> Condition | None:
        if not all(self.alternatives) or self.negated:
            return None
        several = tuple(
            tests[0] if len(tests) == 1 else Condition(tests[0].start, tests[-1].end, "and", tuple(tests))
            for tests in self.alternatives
        )
        return several[0] if len(several) == 1 else Condition(self.start, end, "or", several)


def condition(parts: Sequence[Part]) -> Condition | None:
    """None if there is no expression, if find would reject it, or if it has commas."""
    groups = [Group(0)]
    end = 0
    for part in parts:
        if isinstance(part, Flag):
            groups[-1].add(Condition(part.start, part.end, "test", flag=part))
        elif isinstance(part, Operator) and not _open_or_close(groups, part):
            return None
        end = part.end
    return groups[0].closed(end) if len(groups) == 1 else None


def _open_or_close(groups: list[Group], operator: Operator) -> bool:
    """Apply an operator. Returns whether it is valid at this position."""
    match operator.text:
        case "!" | "-not":
            groups[-1].negated = not groups[-1].negated
        case "-or":
            groups[-1].alternatives.append([])
        case "(":
            groups.append(Group(operator.start))
        case ")":
            inner = groups.pop().closed(operator.end)
            if inner is None or not groups:
                return False
            groups[-1].add(inner)
        case ",":
            return False
    return True
