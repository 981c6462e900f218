"""Subjects -> the variants of a dataset side by side, and their gains over the first (MBUPP, Tables 3 and 4).

A row is one configuration, such as a model or a temperature; its runs differ only in the variant. A relative
gain of 50% is half as many again as in the first variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from asmeant.analysis.naming import differing
from asmeant.analysis.questions.scoring import PER_CENT, Scorer, cell, mark, one_scorer
from asmeant.analysis.questions.settings import Key
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, on_shared_tasks, task_key
from asmeant.errors import UsageError
from asmeant.metrics.resampling import aggregated, draws, grouped, middle, over
from asmeant.plots import Bars, Lines, Plot
from asmeant.records import Score
from asmeant.tables import Estimate, Table

# The base of gains, if it is among the variants: the tasks before they were updated.
BASES = ("mbpp", "original")


@dataclass(frozen=True, slots=True)
class Grid:
    """The position of each run, by configuration and by variant."""

    apart: Mapping[str, Sequence[str]]
    variants: tuple[str, ...]
    places: Mapping[Key, Mapping[str, int]]


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    grid = _grid(runs)
    shared = on_shared_tasks(runs)
    scorer = one_scorer(shared.runs, options)
    scores = scorer.scores()
    base, *later_variants = grid.variants
    gains = {key: _gains(scorer, of, base) for key, of in grid.places.items()}
    title = f"{scorer.metric.name} on the variants of {shared.runs[0].dataset}"
    scores_table = Table(
        title,
        (*grid.apart, *grid.variants),
        tuple(
            (*key, *(cell(scores[of[variant]]) if variant in of else None for variant in grid.variants))
            for key, of in grid.places.items()
        ),
        (PER_CENT, *shared.notes),
    )
    gains_table = Table(
        f"Gain over {base}",
        (*grid.apart, *later_variants),
        tuple((*key, *(of.get(variant) for variant in later_variants)) for key, of in gains.items()),
        (
            "In per cent of it, with 95% intervals by paired bootstrap over tasks that both decide.",
            *_means(gains, later_variants),
        ),
    )
    return Analysis((scores_table, gains_table), (_picture(title, grid, scores),))


def _grid(runs: Sequence[Subject]) -> Grid:
    """The grid of the runs. It is an error if two runs have the same position."""
    apart = differing([run.settings for run in runs], without=("dataset",))
    variants = sorted(dict.fromkeys(run.variant for run in runs), key=lambda name: name not in BASES)
    if len(variants) < 2:
        raise UsageError(
            f"All runs are of one variant ({runs[0].settings.dataset}). Name runs of two or more, such as "
            "mbupp:mbpp and mbupp. For other settings, see: asmeant analyse settings"
        )
    places: dict[Key, dict[str, int]] = {}
    for place, run in enumerate(runs):
        of = places.setdefault(tuple(values[place] for values in apart.values()), {})
        if run.variant in of:
            existing = runs[of[run.variant]]
            raise UsageError(
                f"{existing.path} and {run.path} are of the same variant with the same settings. "
                "Leave one of them out."
            )
        of[run.variant] = place
    return Grid(apart, tuple(variants), places)


def _gains(scorer: Scorer, of: Mapping[str, int], base: str) -> dict[str, Estimate]:
    if base not in of:
        return {}
    return {variant: gain(scorer, of[base], place) for variant, place in of.items() if variant != base}


def gain(scorer: Scorer, first: int, second: int) -> Estimate:
    """The relative gain of the second run over the first; a dash if the first has nothing."""
    sides = []
    for place in (first, second):
        run, statistics = scorer.runs[place], scorer.measured[place].statistics
        sides.append({task_key(run, id_): value for id_, value in statistics.items()})
    shared = [key for key in sides[0] if key in sides[1]]
    values = [[side[key] for key in shared] for side in sides]
    before, after = (aggregated(scorer.metric, side) if side else 0.0 for side in values)
    if not before:
        return Estimate(None)
    groups = grouped(len(shared))
    measures = [over(scorer.metric, side, groups) for side in values]
    ratios = [
        measures[1](draw) / low - 1
        for draw in draws(len(groups), Random(0))
        if (low := measures[0](draw))  # a relative gain needs a base above 0
    ]
    # If all resamples are the same, they say nothing about the uncertainty.
    ends = middle(ratios) if len(set(ratios)) > 1 else (None, None)
    return Estimate(after / before - 1, *ends)


def _means(gains: Mapping[Key, Mapping[str, Estimate]], variants: Sequence[str]) -> Iterator[str]:
    for variant in variants:
        values = (of[variant].value for of in gains.values() if variant in of)
        present = [value for value in values if value is not None]
        if len(present) > 1:
            mean_gain = 100 * sum(present) / len(present)
            yield f"Mean gain of {variant} over {len(present)} rows: {mean_gain:.1f}%."


def _picture(title: str, grid: Grid, scores: Sequence[Score]) -> Plot:
    """Lines if the rows are numbers, such as temperatures; otherwise bars."""
    keys = list(grid.places)
    series = {
        variant: tuple(mark(scores[of[variant]] if variant in of else None) for of in grid.places.values())
        for variant in grid.variants
    }
    if list(grid.apart) == ["temperature"]:
        order = sorted(range(len(keys)), key=lambda place: float(keys[place][0]))
        xs = tuple(float(keys[place][0]) for place in order)
        lines = {name: tuple(marks[place] for place in order) for name, marks in series.items()}
        return Lines(title, xs, lines, "temperature", "per cent", (0, 100))
    labels = tuple(", ".join(key) or "all" for key in keys)
    return Bars(title, labels, series, "per cent", (0, 100), about="With 95% intervals.")
