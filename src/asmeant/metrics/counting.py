"""Verdicts -> verdicts as they count: an undecided candidate never raises a score. Pure.

A task can be decided here when one of its candidates was decided, or is undecided only because it imports a
library that is not installed. Its undecided candidates then count as not passed. A task about which every
verdict is undecided for another reason cannot be decided here, and metrics leave it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter

from asmeant.records import Verdict

# Read in C: the statuses of a run are looked at many times.
STATUS = attrgetter("status")


def can_be_decided(verdicts: Iterable[Verdict]) -> bool:
    """Whether the verdicts of one task say that it can be decided here."""
    return any(verdict.status != "undecided" or verdict.missing_libraries for verdict in verdicts)


def counted(verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
    """The verdicts of one task as metrics count them: where it can be decided, undecided is not passed."""
    if "undecided" not in map(STATUS, verdicts) or not can_be_decided(verdicts):
        return verdicts
    return [
        replace(verdict, status="failed") if verdict.status == "undecided" else verdict
        for verdict in verdicts
    ]
