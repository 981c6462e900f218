"""Judgement -> tables: which errors two systems share, and the causes of errors.

Lin et al. 2018, section 8, Figures 2 and 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from asmeant.analysis.judgement import conclusion
from asmeant.datasets.judgements import Judgement, Vote
from asmeant.tables import Cell, Table


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many intents got a wrong first answer from both of two systems, from one, or from neither."""

    both_wrong: int
    first_wrong: int
    second_wrong: int
    both_right: int


def overlap(first: Mapping[str, bool], second: Mapping[str, bool]) -> Overlap:
    """Computed from whether each system is right, by intent. Intents that only one answered do not count."""
    counts = Counter((first[intent], second[intent]) for intent in first.keys() & second.keys())
    return Overlap(
        both_wrong=counts[False, False],
        first_wrong=counts[False, True],
        second_wrong=counts[True, False],
        both_right=counts[True, True],
    )


def looked_into(judgements: Sequence[Judgement]) -> dict[str, list[Judgement]]:
    """The first answers by system, from the files in which causes of errors were recorded."""
    files = {judgement.file for judgement in judgements if judgement.cause}
    by_system: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        if judgement.file in files and judgement.candidate.rank == 0:
            by_system.setdefault(judgement.candidate.model, []).append(judgement)
    return by_system


def overlap_tables(judgements: Sequence[Judgement]) -> list[Table]:
    """For each pair of systems with recorded causes, how many intents both answer wrongly."""
    by_system = looked_into(judgements)
    return [_overlap_table(first, second, by_system) for first, second in combinations(by_system, 2)]


def _overlap_table(first: str, second: str, by_system: Mapping[str, Sequence[Judgement]]) -> Table:
    overlaps = [
        overlap(_right(by_system[first], question), _right(by_system[second], question))
        for question in ("command", "template")
    ]
    rows: list[tuple[Cell, ...]] = [
        ("both", *(counts.both_wrong for counts in overlaps)),
        (f"only {first}", *(counts.first_wrong for counts in overlaps)),
        (f"only {second}", *(counts.second_wrong for counts in overlaps)),
        ("neither", *(counts.both_right for counts in overlaps)),
    ]
    return Table("Intents by who answers them wrong", ("wrong", "command", "template"), tuple(rows))


def _right(judgements: Sequence[Judgement], question: str) -> dict[str, bool]:
    votes: list[tuple[str, Vote]] = [(row.intent, conclusion(row)) for row in judgements]
    return {intent: right for intent, vote in votes if (right := getattr(vote, question)) is not None}


def cause_table(judgements: Sequence[Judgement]) -> Table:
    """How often each cause was recorded for each system, the most frequent first."""
    by_system = looked_into(judgements)
    counts = {system: Counter(row.cause for row in rows if row.cause) for system, rows in by_system.items()}
    causes = sum(counts.values(), Counter[str]())
    rows: list[tuple[Cell, ...]] = [
        (cause, *(count[cause] for count in counts.values())) for cause, _ in causes.most_common()
    ]
    return Table("Causes of errors", ("cause", *counts), tuple(rows))
