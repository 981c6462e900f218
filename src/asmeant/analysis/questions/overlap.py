"""Subjects -> how much candidates repeat their references verbatim, as a sign of contamination.

A model that was trained on a reference may reproduce it. Short code is often the same by chance, so each
figure is shown with the same figure for references of other tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean

from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject
from asmeant.errors import UsageError
from asmeant.loaded_run import Attempt
from asmeant.metrics.tokens import Tokens, conala
from asmeant.plots import Distributions
from asmeant.tables import Cell, Estimate, Table

# Number of references of other tasks that each candidate is compared with.
OTHERS = 10
MOST_LISTED = 10


@dataclass(frozen=True, slots=True)
class Likeness:
    """A candidate and one reference: the share of common n-grams, and the share of the longest common run.

    `grams` is None if either is shorter than an n-gram.
    """

    grams: float | None
    run: int
    longest: float


@dataclass(frozen=True, slots=True)
class Compared:
    """A candidate compared with its closest own reference, and with references of other tasks."""

    attempt: Attempt
    own: Likeness
    others: tuple[Likeness, ...]


def likeness(code: Tokens, reference: Tokens, order: int) -> Likeness:
    reference_grams = set(_grams(reference, order))
    mine = _grams(code, order)
    run = longest_run(code, reference)
    return Likeness(
        grams=sum(gram in reference_grams for gram in mine) / len(mine) if mine and reference_grams else None,
        run=run,
        longest=run / len(reference) if reference else 0.0,
    )


def _grams(tokens: Tokens, order: int) -> list[Tokens]:
    return [tokens[start : start + order] for start in range(len(tokens) - order + 1)]


def longest_run(first: Tokens, second: Tokens) -> int:
    """The length of the longest common run of tokens, by binary search: shorter runs are common, too."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if set(_grams(first, middle)).isdisjoint(_grams(second, middle)):
            high = middle - 1
        else:
            low = middle
    return low


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    rows: list[tuple[Cell, ...]] = []
    series: dict[str, tuple[float, ...]] = {}
    listed: list[tuple[Cell, ...]] = []
    for run in runs:
        comparisons = list(compared(run, options.order))
        if not comparisons:
            raise UsageError(
                f"No task of {run.path} has both a reference and a candidate with code to compare."
            )
        rows += [(run.label, *row) for row in _rows(comparisons, options.order)]
        prefix = "" if len(runs) == 1 else f"{run.label}: "
        series[f"{prefix}own reference"] = tuple(item.own.longest for item in comparisons)
        series[f"{prefix}of other tasks"] = tuple(
            match.longest for item in comparisons for match in item.others
        )
        listed += [(run.label, *row) for row in _most_alike(comparisons)]
    columns = ("run", "candidates", "how many", "of", "own reference", "other tasks", "difference")
    notes = (
        f"CoNaLa's tokens. {options.order}-grams: the share of a candidate's that stand in the reference; "
        "what is shorter has none. Longest run: the most tokens in a row that both have, as a share of "
        "the reference. Whole reference: candidates that have all of it in one run.",
        f"Other tasks: the mean over {OTHERS} references of other tasks, drawn for each candidate.",
        "A large difference is a hint that the model has seen the references, and no proof: what is right is "
        "often written alike.",
    )
    table = Table("What candidates have of references", columns, tuple(rows), notes)
    alike = Table(
        "The longest runs",
        ("run", "task", "rank", "verdict", "tokens", "share of the reference"),
        tuple(listed),
    )
    plot = Distributions(
        "The longest run that candidates have of a reference", series, "share of the reference", (0, 1)
    )
    return Analysis((table, alike), (plot,))


def compared(run: Subject, order: int) -> Iterator[Compared]:
    """Every candidate with code whose task has a reference."""
    random = Random(0)
    cut = {text: conala(text) for task in run.tasks for text in task.references if text.strip()}
    foreign: dict[str, list[str]] = {}
    for attempt in run.attempts:
        task, code = attempt.task, conala(attempt.candidate.code)
        own = [likeness(code, cut[text], order) for text in task.references if text in cut]
        if not code or not own:
            continue
        if task.id not in foreign:
            foreign = {task.id: [text for text in cut if text not in task.references]}
        sampled = random.sample(foreign[task.id], min(OTHERS, len(foreign[task.id])))
        others = tuple(likeness(code, cut[text], order) for text in sampled)
        yield Compared(attempt, max(own, key=lambda like: (like.longest, like.grams or 0)), others)


def _rows(comparisons: Sequence[Compared], order: int) -> Iterator[tuple[Cell, ...]]:
    groups = {
        "all": comparisons,
        "passed": [item for item in comparisons if item.attempt.passed],
        "failed": [item for item in comparisons if item.attempt.passed is False],
    }
    for name, items in groups.items():
        if not items:
            continue
        long = [item for item in items if item.own.grams is not None]
        yield (
            name,
            len(long),
            f"{order}-grams",
            *_pair(
                [item.own.grams or 0.0 for item in long],
                [[other.grams for other in item.others if other.grams is not None] for item in long],
            ),
        )
        own = [item.own.longest for item in items]
        others = [[other.longest for other in item.others] for item in items]
        yield name, len(items), "longest run", *_pair(own, others)
        copied = [[float(share == 1) for share in shares] for shares in others]
        yield name, len(items), "whole reference", *_pair([float(share == 1) for share in own], copied)


def _pair(own: Sequence[float], others: Sequence[Sequence[float]]) -> tuple[Estimate, Estimate, Estimate]:
    """Both means, and the first minus the second; a dash if there is nothing to compare with."""
    own_mean = mean(own) if own else None
    other_means = [mean(values) for values in others if values]
    base = mean(other_means) if other_means else None
    gap = own_mean - base if own_mean is not None and base is not None else None
    return Estimate(own_mean), Estimate(base), Estimate(gap)


def _most_alike(comparisons: Sequence[Compared]) -> Iterator[tuple[Cell, ...]]:
    """The candidates with the longest common runs with their reference, one per task."""
    best: dict[str, Compared] = {}
    for item in comparisons:
        current = best.get(item.attempt.task.id)
        if current is None or item.own.run > current.own.run:
            best[item.attempt.task.id] = item
    for item in sorted(best.values(), key=lambda item: (-item.own.run, item.attempt.task.id))[:MOST_LISTED]:
        status = item.attempt.verdict.status if item.attempt.verdict else "not judged"
        yield (
            item.attempt.task.id,
            item.attempt.candidate.rank,
            status,
            item.own.run,
            Estimate(item.own.longest),
        )
