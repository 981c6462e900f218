"""Answers of several persons -> how far they agree: raw, and beyond chance. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from asmeant.datasets.judgements import Judgement, Vote
from asmeant.tables import Cell, Estimate, Table

# One person's answers to all questions; None where they were not asked.
Answers = Sequence[bool | None]
# Two persons' answers to the same question.
Pair = tuple[bool, bool]


def both(first: Answers, second: Answers) -> list[Pair]:
    """The pairs of answers to the questions that both were asked."""
    return [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]


def raw_agreement(pairs: Sequence[Pair]) -> float | None:
    """The share of questions that get the same answer."""
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else None


def cohen_kappa(pairs: Sequence[Pair]) -> float | None:
    """Agreement of two persons beyond chance (Cohen 1960); None where chance alone agrees on everything."""
    if not pairs:
        return None
    observed = sum(a == b for a, b in pairs) / len(pairs)
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum(first[answer] * second[answer] for answer in (True, False)) / len(pairs) ** 2
    return (observed - chance) / (1 - chance) if chance < 1 else None


def krippendorff_alpha(everyone: Sequence[Answers]) -> float | None:
    """Agreement of any number of persons beyond chance, not all of whom were asked everything.

    Krippendorff's alpha for answers that are names, not numbers. A question counts once two persons have
    answered it, and each of its answers as much as the others. None where only one answer is ever given.
    """
    questions = [
        [answer for answer in answers if answer is not None] for answers in zip(*everyone, strict=True)
    ]
    counts = [Counter(answers) for answers in questions if len(answers) > 1]
    total = sum(counts, Counter[bool]())
    if not total[True] or not total[False]:
        return None
    # Of the ordered pairs of answers, those that differ: within a question, and among all of them.
    within = sum(2 * count[True] * count[False] / (count.total() - 1) for count in counts)
    among = 2 * total[True] * total[False] / (total.total() - 1)
    return 1 - within / among


# ── a table for files of judgements ──

# Lin et al. 2018, Table 7. Its second pair is not in the release.
PUBLISHED: Mapping[tuple[str, str, str], float] = {
    ("manual.evaluations.test.stc.csv", "A, B", "command"): 0.89,
    ("manual.evaluations.test.stc.csv", "A, B", "template"): 0.81,
    ("manual.evaluations.dev.samples.csv", "A, B", "command"): 0.90,
    ("manual.evaluations.dev.samples.csv", "A, B", "template"): 0.89,
}


def agreement_tables(judgements: Sequence[Judgement]) -> list[Table]:
    """For each file in which several persons voted, how far each two of them agree, and all together."""
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
