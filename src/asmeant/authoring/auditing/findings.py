"""The records of an audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from asmeant.records import Task

# A fault makes verdicts wrong. A doubt is for a person to examine. A note says how the data was written.
Weight = Literal["fault", "doubt", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule finds in one task.

    `message` says where, without quoting the data. `evidence` quotes the task or the output of its code; a
    report can leave it out if the data may not be copied.
    """

    task: str
    rule: str
    message: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """The name of a rule, the severity of its findings, and what they mean."""

    name: str
    weight: Weight
    means: str


@dataclass(frozen=True, slots=True)
class Split:
    """A part of a benchmark that should share nothing with the others: `train`, `test`."""

    name: str
    tasks: Sequence[Task]
