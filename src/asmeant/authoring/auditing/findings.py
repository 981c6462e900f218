"""The records of an audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from asmeant.records import Task

# A fault makes verdicts wrong. A doubt is for a person to look at. A note says how the data was written.
Weight = Literal["fault", "doubt", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule finds in one task.

    `message` says where, in words of our own. `evidence` quotes the task or what its code printed; a report
    can leave it out where the data may not be copied.
    """

    task: str
    rule: str
    message: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rule is called, how serious its findings are, and what they mean."""

    name: str
    weight: Weight
    means: str


@dataclass(frozen=True, slots=True)
class Split:
    """A part of a benchmark that should share nothing with the others: `train`, `test`."""

    name: str
    tasks: Sequence[Task]
