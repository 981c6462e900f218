"""Answers of several people -> how far they agree: raw, and beyond chance. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from asmeant.datasets.judgements import Judgement, Vote
from asmeant.tables import Cell, Estimate, Table

Answer: TypeAlias = Hashable
# One person's answers to all questions; None for a question that they were not asked.
Answers: TypeAlias = Sequence[Answer | None]
# Two people's answers to the same question.
Pair: TypeAlias = tuple[Answer, Answer]
# All people's answers to one question, in a fixed order of people. Rows may also be passed as a Counter.
Row: TypeAlias = tuple[Answer | None, ...]


def both(first: Answers, second: Answers) -> list[Pair]:
    """The pairs of answers to the questions that both were asked."""
    return [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]


def raw_agreement(rows: Iterable[Row]) -> float | None:
    """How often two people give the same answer: the mean over all questions that two or more answered."""
    weights = _answered(rows)
    return _observed(weights) if weights else None


def cohen_kappa(pairs: Iterable[Row]) -> float | None:
    """Cohen's kappa (1960), the agreement of two people beyond chance; None if chance explains all of it."""
    weights = Counter(pairs)
    count = weights.total()
    if not count:
        return None
    first, second = Counter[Answer](), Counter[Answer]()
    for (first_answer, second_answer), times in weights.items():
        first[first_answer] += times
        second[second_answer] += times
    chance = sum(first[answer] * second[answer] for answer in first) / count**2
    observed = (
        sum(
            times for (first_answer, second_answer), times in weights.items() if first_answer == second_answer
        )
        / count
    )
    return _beyond(observed, chance)


def fleiss_kappa(rows: Iterable[Row]) -> float | None:
    """Fleiss' kappa (1971), the agreement of several people beyond chance; None for a single answer.

    The people may differ from question to question. If the number of answers differs too, each question has
    the same weight, and the chance is computed from all answers.
    """
    weights = _answered(rows)
    if not weights:
        return None
    total = _totals(weights)
    chance = sum(count**2 for count in total.values()) / total.total() ** 2
    return _beyond(_observed(weights), chance)


def krippendorff_alpha(everyone: Sequence[Answers]) -> float | None:
    """Krippendorff's alpha: the agreement of any number of people, with missing answers.

    Answers are nominal. A question counts if two or more people have answered it, and all of its answers have
    the same weight. None if only one answer ever occurs.
    """
    return alpha_of_rows(zip(*everyone, strict=True))


def alpha_of_rows(rows: Iterable[Row]) -> float | None:
    """Krippendorff's alpha from the answers to each question."""
    weights = _answered(rows)
    total = _totals(weights)
    if len(total) < 2:
        return None
    # Among the ordered pairs of answers, the share that differs: within questions, and overall.
    within = sum(
        times * (len(answers) ** 2 - _same_pairs(answers)) / (len(answers) - 1)
        for answers, times in weights.items()
    )
    count = total.total()
    among = (count**2 - sum(number**2 for number in total.values())) / (count - 1)
    return 1 - within / among


def _answered(rows: Iterable[Row]) -> Counter[tuple[Answer, ...]]:
    """The answers to each question that two or more people answered, with how often they occur."""
    weights: Counter[tuple[Answer, ...]] = Counter()
    for row, times in Counter(rows).items():
        answers = tuple(answer for answer in row if answer is not None)
        if len(answers) > 1:
            weights[answers] += times
    return weights


def _totals(weights: Mapping[tuple[Answer, ...], int]) -> Counter[Answer]:
    total: Counter[Answer] = Counter()
    for answers, times in weights.items():
        for answer in answers:
            total[answer] += times
    return total


def _observed(weights: Counter[tuple[Answer, ...]]) -> float:
    """The share of pairs of answers that agree, averaged over questions."""
    agreeing = sum(
        times * (_same_pairs(answers) - len(answers)) / (len(answers) * (len(answers) - 1))
        for answers, times in weights.items()
    )
    return agreeing / weights.total()


def _same_pairs(answers: tuple[Answer, ...]) -> int:
    """The number of ordered pairs of equal answers, including each answer with itself."""
    return sum(number**2 for number in Counter(answers).values())


def _beyond(observed: float, chance: float) -> float | None:
    return (observed - chance) / (1 - chance) if chance < 1 else None


# ── a table for files of judgements ──

# Lin et al. 2018, Table 7. Its second pair is not in the release.
PUBLISHED: Mapping[tuple[str, str, str], float] = {
    ("manual.evaluations.test.stc.csv", "A, B", "command"): 0.89,
    ("manual.evaluations.test.stc.csv", "A, B", "template"): 0.81,
    ("manual.evaluations.dev.samples.csv", "A, B", "command"): 0.90,
    ("manual.evaluations.dev.samples.csv", "A, B", "template"): 0.89,
}


def agreement_tables(judgements: Sequence[Judgement]) -> list[Table]:
    """For each file with votes of several people, the agreement of each pair, and of all."""
    files: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        files.setdefault(judgement.file, []).append(judgement)
    columns = ("judged", "persons", "rows", "raw", "paper", "kappa", "alpha")
    tables = [
        Table(f"{file}: agreement of persons", columns, tuple(_agreement_rows(file, rows)))
        for file, rows in files.items()
    ]
    return [table for table in tables if table.rows]


def _agreement_rows(file: str, judgements: Sequence[Judgement]) -> Iterator[tuple[Cell, ...]]:
    persons = list(dict.fromkeys(person for row in judgements for person in row.votes))
    for question in ("command", "template"):
        answers: dict[str, Answers] = {
            person: [getattr(row.votes.get(person, Vote()), question) for row in judgements]
            for person in persons
        }
        for pair in combinations(persons, 2):
            answers_of_pair = [answers[person] for person in pair]
            pairs = both(*answers_of_pair)
            published = PUBLISHED.get((file, ", ".join(pair), question))
            figures = (
                raw_agreement(pairs),
                published,
                cohen_kappa(pairs),
                krippendorff_alpha(answers_of_pair),
            )
            yield question, ", ".join(pair), len(pairs), *map(_rounded, figures)
        if len(persons) > 2:
            alpha = krippendorff_alpha(list(answers.values()))
            yield question, "all", len(judgements), None, None, None, _rounded(alpha)


def _rounded(value: float | None) -> Estimate:
    return Estimate(value, percent=False, digits=2)
