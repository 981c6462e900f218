"""Grounded pairs -> the tables of `corpus ground`: what is decidable, agreement with people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from asmeant.tables import Table

if TYPE_CHECKING:
    from asmeant.authoring.grounding.trial import Grounded
    from asmeant.authoring.verifying.people import Decided
    from asmeant.datasets.judgements import Judgement


def reasons_table(groundings: Sequence[Grounded]) -> Table:
    references = [reference for grounded in groundings for reference in grounded.references]
    counts = Counter(reference.reason for reference in references if not reference.decides)
    decidable = len(references) - counts.total()
    intents = sum(bool(grounded.deciding) for grounded in groundings)
    rows = (("decidable", decidable), *counts.most_common())
    title = f"{decidable} of {len(references)} pairs are decidable, {intents} of {len(groundings)} intents"
    return Table(title, ("", "pairs"), rows)


def agreement_tables(
    rows: Sequence[Judgement], groundings: Sequence[Grounded], decided: Sequence[Decided], runs: int
) -> list[Table]:
    from asmeant.analysis.validity import by_verdicts, rated
    from asmeant.authoring.verifying.people import agreement_table, by_key, is_first_half
    from asmeant.languages.natural import normalised_intent
    from asmeant.metrics import load_metrics

    references = {
        normalised_intent(grounded.intent): tuple(item.pair.command for item in grounded.references)
        for grounded in groundings
    }
    executed = by_verdicts(rows, by_key(decided))
    kept = [number for number, value in enumerate(executed) if value is not None]
    decided_rows = [rows[number] for number in kept]
    references_by_intent = {row.intent: references[normalised_intent(row.intent)] for row in decided_rows}
    ratings = {"execution": [executed[number] for number in kept]}
    ratings |= {
        metric.name: rated(decided_rows, references_by_intent, metric)
        for metric in load_metrics(["exact-match", "template@1"], 1)
    }
    commands = sum(len(item.verdicts) for item in decided)
    undecided = sum(verdict.status == "undecided" for item in decided for verdict in item.verdicts)
    stable = sum(item.stable for item in decided)
    notes = (
        f"{len(decided_rows)} of {len(rows)} judged candidates are decided, "
        f"{commands - undecided} different ones.",
        f"{stable} of {commands} verdicts are the same in {runs} runs.",
    )
    halves = [is_first_half(row.intent) for row in decided_rows]
    for name, is_first in (("execution, first half", True), ("execution, second half", False)):
        ratings[name] = [
            value if half is is_first else None
            for value, half in zip(ratings["execution"], halves, strict=True)
        ]
    table = agreement_table(decided_rows, ratings, "What people call a right command")
    return [Table(table.title, table.columns, table.rows, notes)]
