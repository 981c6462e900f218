"""Values of a metric, judgements of people -> how well the metric predicts the judgements. Pure.

AUC is the probability that a right candidate is rated above a wrong one, with ties counting half: 0.5 is
guessing. Precision and recall are those of the rule "right from this value on". For a metric with values 0
and 1 this value is 1. For any other metric it is the one with the best F1 on these same candidates, which is
slightly optimistic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from asmeant.analysis.judgement import Key, conclusion
from asmeant.datasets.judgements import Judgement, Vote
from asmeant.languages.natural import normalised_intent
from asmeant.loaded_run import Attempt
from asmeant.records import Task
from asmeant.seams import Metric
from asmeant.tables import Cell, Estimate, Table


@dataclass(frozen=True, slots=True)
class Rule:
    """A candidate counts as right from the value `at` on. Has the precision and recall of this rule."""

    at: float
    precision: float
    recall: float


@dataclass(frozen=True, slots=True)
class Validity:
    """How well a metric predicts people's answers to one question, on `candidates` candidates."""

    candidates: int
    auc: float | None
    rule: Rule | None


def auc(values: Sequence[float], right: Sequence[bool]) -> float | None:
    """The probability that a right one is rated above a wrong one; None if all are right, or none is."""
    rights = sum(right)
    wrongs = len(right) - rights
    if not rights or not wrongs:
        return None
    order = sorted(zip(values, right, strict=True))
    above, start, chances = 0, 0, 0.0
    while start < len(order):
        end = start
        while end < len(order) and order[end][0] == order[start][0]:
            end += 1
        tied = sum(is_right for _, is_right in order[start:end])
        chances += tied * (above + (end - start - tied) / 2)
        above += end - start - tied
        start = end
    return chances / (rights * wrongs)


def best_rule(values: Sequence[float], right: Sequence[bool]) -> Rule | None:
    """The rule with the best F1; None if nothing is right, or if all values are the same."""
    rights = sum(right)
    if not rights:
        return None
    cuts = set(values) - {min(values)}  # a rule that accepts everything is useless
    called_right = right_so_far = 0
    rules: list[tuple[float, Rule]] = []
    order = sorted(zip(values, right, strict=True), reverse=True)
    for place, (value, is_right) in enumerate(order):
        called_right, right_so_far = called_right + 1, right_so_far + is_right
        last = place + 1 == len(order) or order[place + 1][0] != value
        if last and value in cuts:
            rules.append(
                (
                    2 * right_so_far / (called_right + rights),
                    Rule(value, right_so_far / called_right, right_so_far / rights),
                )
            )
    return max(rules, key=lambda item: item[0])[1] if rules else None


def validity(values: Sequence[float | None], judged: Sequence[bool | None]) -> Validity:
    """Uses only the candidates that have both a value and a judgement."""
    judged_values = [(v, s) for v, s in zip(values, judged, strict=True) if v is not None and s is not None]
    rated, right = [value for value, _ in judged_values], [is_right for _, is_right in judged_values]
    return Validity(len(judged_values), auc(rated, right), best_rule(rated, right))


# ── files of judgements ──


def voted_on(judgements: Iterable[Judgement]) -> list[Judgement]:
    """The judgements with a command that several people judged, each with its template.

    Files without templates repeat other judgements, and files without people have only extras.
    """
    return [
        row for row in judgements if row.candidate.code.strip() and row.votes and row.template is not None
    ]


def rated(
    judgements: Iterable[Judgement], references: Mapping[str, tuple[str, ...]], metric: Metric
) -> list[float | None]:
    """The value of a metric for each candidate alone, with the references of its intent."""
    values: list[float | None] = []
    for row in judgements:
        intent_references = references.get(row.intent, ())
        task = Task(row.candidate.task_id, row.intent, code_language="bash", references=intent_references)
        statistic = metric.measure(task, [row.candidate], [])
        values.append(None if statistic is None else metric.aggregate([statistic]))
    return values


def by_verdicts(judgements: Iterable[Judgement], decided: Mapping[Key, bool]) -> list[float | None]:
    """The verdict of a run on each candidate: 1 or 0, or None if there is none."""
    passed = [decided.get((normalised_intent(row.intent), row.candidate.code)) for row in judgements]
    return [None if is_right is None else float(is_right) for is_right in passed]


def decisions(attempts: Iterable[Attempt]) -> dict[Key, bool]:
    """Whether each command was found right, as an answer to a normalised intent."""
    return {
        (normalised_intent(attempt.task.intent), attempt.candidate.code): attempt.passed
        for attempt in attempts
        if attempt.passed is not None
    }


def validity_table(
    title: str, judgements: Sequence[Judgement], ratings: Mapping[str, Sequence[float | None]]
) -> Table:
    """For each metric, how well its values predict people's judgement of commands and of templates."""
    votes: list[Vote] = [conclusion(row) for row in judgements]
    rows: list[tuple[Cell, ...]] = []
    for question in ("command", "template"):
        for name, values in ratings.items():
            result = validity(values, [getattr(vote, question) for vote in votes])
            rule = result.rule
            figures = (result.auc, *((rule.precision, rule.recall, rule.at) if rule else (None, None, None)))
            cells = [Estimate(figure, percent=False, digits=3) for figure in figures]
            rows.append((question, name, result.candidates, *cells))
    columns = ("judged", "metric", "candidates", "AUC", "precision", "recall", "from")
    return Table(title, columns, tuple(rows))
