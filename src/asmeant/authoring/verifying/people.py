"""Judged candidates, grounded tasks -> verdicts by the ordinary judge, and how far people agree with them.

People judged whether the command of each candidate is right. If a reference of its intent decides, so does
execution: the candidate runs in the trees that were planted for the reference, independently of the
candidate.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from asmeant.analysis.agreement import cohen_kappa, raw_agreement
from asmeant.analysis.judgement import Key, conclusion
from asmeant.authoring.grounding.trial import LIMITS, cleaned
from asmeant.datasets.judgements import Judgement
from asmeant.execution import assemble
from asmeant.judging import judge
from asmeant.languages.natural import normalised_intent
from asmeant.records import Candidate, Task, Verdict
from asmeant.seams import Sandbox
from asmeant.tables import Cell, Estimate, Table


@dataclass(frozen=True, slots=True)
class Decided:
    """The verdicts on the distinct commands for one intent. `stable` of them are the same in all runs."""

    task: Task
    candidates: tuple[Candidate, ...]
    verdicts: tuple[Verdict, ...]
    stable: int


def commands_for(judgements: Iterable[Judgement]) -> dict[str, list[str]]:
    """The distinct commands that people judged, by normalised intent."""
    by_intent: dict[str, dict[str, None]] = {}
    for row in judgements:
        if row.candidate.code.strip():
            by_intent.setdefault(normalised_intent(row.intent), {})[row.candidate.code] = None
    return {intent: list(commands) for intent, commands in by_intent.items()}


def decide(task: Task, commands: Sequence[str], sandbox: Sandbox, runs: int) -> Decided:
    """A verdict on each command by the ordinary judge, repeated `runs` times."""
    candidates = tuple(Candidate(task.id, rank, command) for rank, command in enumerate(commands))
    times = [[_verdict(task, candidate, sandbox) for candidate in candidates] for _ in range(runs)]
    stable = sum(len({verdict.status for verdict in repeated}) == 1 for repeated in zip(*times, strict=True))
    return Decided(task, candidates, tuple(times[0]), stable)


def _verdict(task: Task, candidate: Candidate, sandbox: Sandbox) -> Verdict:
    program = assemble(task, replace(candidate, code=cleaned(candidate.code)))
    return judge(task, candidate.rank, sandbox.run([program], LIMITS))


def by_key(decided: Iterable[Decided]) -> dict[Key, bool]:
    """Whether each command was found right, as an answer to a normalised intent."""
    return {
        (normalised_intent(item.task.intent), candidate.code): verdict.status == "passed"
        for item in decided
        for candidate, verdict in zip(item.candidates, item.verdicts, strict=True)
        if verdict.status != "undecided"
    }


def is_first_half(intent: str) -> bool:
    """Divides intents into two halves by a digest: rules are developed on one of them.

    The figures of the other half are those to report.
    """
    return hashlib.sha256(normalised_intent(intent).encode()).digest()[0] % 2 == 0


# ── how far they agree ─────────────────────────────────────────────────────────────────────────────


def agreement_table(
    judgements: Sequence[Judgement], ratings: Mapping[str, Sequence[float | None]], title: str
) -> Table:
    """For judges with values 1 or 0 on the same rows: how often people agree with them."""
    rows: list[tuple[Cell, ...]] = []
    for name, values in ratings.items():
        votes = [conclusion(row).command for row in judgements]
        pairs = [
            (bool(value), vote) for value, vote in zip(values, votes, strict=True)
            if value is not None and vote is not None
        ]  # fmt: skip
        right = sum(value and vote for value, vote in pairs)
        called, right_by_people = sum(value for value, _ in pairs), sum(vote for _, vote in pairs)
        figures = (
            raw_agreement(pairs),
            right / called if called else None,
            right / right_by_people if right_by_people else None,
            cohen_kappa(pairs),
        )
        rows.append((name, len(pairs), *(Estimate(figure, percent=False, digits=3) for figure in figures)))
    return Table(title, ("judge", "candidates", "accuracy", "precision", "recall", "kappa"), tuple(rows))
