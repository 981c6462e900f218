"""Answers of annotators -> how far they agree: overall, by pair, by annotator, by subject. Pure.

A subject is what is judged: a candidate of an item, or the item itself. Intervals have 95% confidence.
Subjects of the same item are resampled together. Shares have the same interval as other scores; kappa and
alpha have a bootstrap interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from random import Random
from typing import TypeAlias

from asmeant.analysis.agreement import Row, alpha_of_rows, cohen_kappa, fleiss_kappa, raw_agreement
from asmeant.metrics.intervals import share
from asmeant.metrics.resampling import draws, grouped, middle
from asmeant.tables import Cell, Estimate, Table

# Enough for the ends of an interval that is printed with two digits.
RESAMPLES = 500
# An item, and the number of one of its candidates.
Subject: TypeAlias = tuple[str, int]
# The answer of each annotator about a subject.
Answers: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """The agreement of two annotators on the subjects that both have judged."""

    first: str
    second: str
    subjects: int
    raw: Estimate
    cohen: Estimate


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """How often one annotator agrees with each other annotator, and with the majority."""

    person: str
    subjects: int
    with_others: Estimate
    with_majority: Estimate


@dataclass(frozen=True, slots=True)
class SubjectAgreement:
    """One subject: the answers by annotator, the majority answer, and the share of pairs that agree."""

    subject: Subject
    answers: Answers
    majority: str | None
    raw: float | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement on one question. `subjects` counts those that two or more annotators have judged."""

    question: str
    subjects: int
    raw: Estimate
    fleiss: Estimate
    krippendorff: Estimate
    pairs: tuple[PairAgreement, ...] = ()
    by_annotator: tuple[AnnotatorAgreement, ...] = ()
    by_subject: tuple[SubjectAgreement, ...] = ()


def majority(answers: Iterable[str]) -> str | None:
    """The most frequent answer; None for a tie, or if there is no answer."""
    counts = Counter(answers).most_common(2)
    if not counts or (len(counts) > 1 and counts[0][1] == counts[1][1]):
        return None
    return counts[0][0]


def agreement(question: str, judged: Mapping[Subject, Answers]) -> Agreement:
    """The agreement on a question, from the answers to each subject by annotator."""
    persons = sorted({person for answers in judged.values() for person in answers})
    several = {subject: answers for subject, answers in judged.items() if len(answers) > 1}
    rows = {subject: _row(answers, persons) for subject, answers in several.items()}
    pairs = (_pair(first, second, several) for first, second in combinations(persons, 2))
    return Agreement(
        question=question,
        subjects=len(several),
        raw=_share({subject: raw_agreement([row]) for subject, row in rows.items()}),
        fleiss=_beyond_chance(fleiss_kappa, rows),
        krippendorff=_beyond_chance(alpha_of_rows, rows),
        pairs=tuple(pair for pair in pairs if pair.subjects),
        by_annotator=tuple(_annotator(person, several) for person in persons),
        by_subject=tuple(
            SubjectAgreement(
                subject, answers, majority(answers.values()), raw_agreement([_row(answers, persons)])
            )
            for subject, answers in judged.items()
        ),
    )


def _row(answers: Answers, persons: Sequence[str]) -> Row:
    return tuple(answers.get(person) for person in persons)


def _pair(first: str, second: str, judged: Mapping[Subject, Answers]) -> PairAgreement:
    rows: dict[Subject, tuple[str, str]] = {
        subject: (answers[first], answers[second])
        for subject, answers in judged.items()
        if first in answers and second in answers
    }
    same = {
        subject: float(first_answer == second_answer)
        for subject, (first_answer, second_answer) in rows.items()
    }
    return PairAgreement(first, second, len(rows), _share(same), _beyond_chance(cohen_kappa, rows))


def _annotator(person: str, judged: Mapping[Subject, Answers]) -> AnnotatorAgreement:
    answers_by_subject = {subject: answers for subject, answers in judged.items() if person in answers}
    with_others = {subject: _like_others(person, answers) for subject, answers in answers_by_subject.items()}
    with_majority = {
        subject: float(answers[person] == majority_answer)
        for subject, answers in answers_by_subject.items()
        if (majority_answer := majority(answers.values())) is not None
    }
    return AnnotatorAgreement(person, len(answers_by_subject), _share(with_others), _share(with_majority))


def _like_others(person: str, answers: Answers) -> float:
    other_answers = [answer for name, answer in answers.items() if name != person]
    return other_answers.count(answers[person]) / len(other_answers)


def _share(values: Mapping[Subject, float | None]) -> Estimate:
    """The mean over subjects of values between 0 and 1. With a single item there is no interval."""
    decided = {subject: value for subject, value in values.items() if value is not None}
    if not decided:
        return Estimate(None, percent=False, digits=2)
    numbers = list(decided.values())
    groups = _by_item(list(decided))
    mean = share(numbers, groups)
    low, high = (mean.low, mean.high) if len(groups) > 1 else (None, None)
    return Estimate(sum(numbers) / len(numbers), low, high, percent=False, digits=2)


def _beyond_chance(figure: Callable[[Iterable[Row]], float | None], rows: Mapping[Subject, Row]) -> Estimate:
    """Kappa or alpha with its interval. There is none if all items got the same answers."""
    value = figure(rows.values())
    # There are few different rows, so the rows are drawn by number and counted.
    numbers = {row: number for number, row in enumerate(dict.fromkeys(rows.values()))}
    different, answers = list(numbers), [numbers[row] for row in rows.values()]
    groups = [[answers[place] for place in group] for group in _by_item(list(rows))]
    if value is None or len(set(map(tuple, groups))) < 2:
        return Estimate(value, percent=False, digits=2)
    resampled = []
    for draw in draws(len(groups), Random(0), RESAMPLES):
        times = Counter(chain.from_iterable(map(groups.__getitem__, draw)))
        resampled.append(figure(Counter({different[number]: count for number, count in times.items()})))
    # A resample in which all answers are the same has no value.
    values = [number for number in resampled if number is not None]
    low, high = middle(values) if len(values) > RESAMPLES // 2 else (0.0, 0.0)
    if low == high:
        return Estimate(value, percent=False, digits=2)
    return Estimate(value, low, high, percent=False, digits=2)


def _by_item(subjects: Sequence[Subject]) -> list[list[int]]:
    return grouped(len(subjects), [item for item, _ in subjects])


# ── tables ──


def annotator_tables(agreements: Sequence[Agreement]) -> list[Table]:
    """Tables for all annotators, each pair and each annotator, and of the disputed items."""
    everyone: list[tuple[Cell, ...]] = [
        (figures.question, figures.subjects, figures.raw, figures.fleiss, figures.krippendorff)
        for figures in agreements
    ]
    pairs: list[tuple[Cell, ...]] = [
        (figures.question, f"{pair.first}, {pair.second}", pair.subjects, pair.raw, pair.cohen)
        for figures in agreements
        for pair in figures.pairs
    ]
    persons: list[tuple[Cell, ...]] = [
        (figures.question, person.person, person.subjects, person.with_others, person.with_majority)
        for figures in agreements
        for person in figures.by_annotator
    ]
    items: list[tuple[Cell, ...]] = [
        (figures.question, item, count, Estimate(raw, percent=False, digits=2))
        for figures in agreements
        for item, count, raw in _disputed_items(figures)
    ]
    tables = (
        Table("Agreement", ("question", "judged", "raw", "Fleiss", "Krippendorff"), tuple(everyone)),
        Table("Each two annotators", ("question", "annotators", "judged", "raw", "Cohen"), tuple(pairs)),
        Table(
            "Each annotator",
            ("question", "annotator", "judged", "like the others", "like the majority"),
            tuple(persons),
        ),
        Table("Items on which annotators disagree", ("question", "item", "judged", "raw"), tuple(items)),
    )
    return [table for table in tables if table.rows]


def _disputed_items(figures: Agreement) -> list[tuple[str, int, float]]:
    """Items with their number of subjects and mean agreement, the most disputed first."""
    by_item: dict[str, list[float]] = {}
    for subject in figures.by_subject:
        if subject.raw is not None:
            by_item.setdefault(subject.subject[0], []).append(subject.raw)
    means = [(item, len(shares), sum(shares) / len(shares)) for item, shares in by_item.items()]
    return sorted((mean for mean in means if mean[2] < 1), key=lambda mean: mean[2])
