"""Subjects -> the variants of a dataset side by side, and their gains over the first (MBUPP, Tables 3 and 4).

A row is one way of asking, such as a model or a temperature; its runs differ in the variant alone. A relative
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

# What others are a gain over, where it is there: the tasks as they were before they were updated.
BASES = ("mbpp", "original")


@dataclass(frozen=True, slots=True)
class Grid:
    """Which run stands where: by the way of asking, and by variant."""

    apart: Mapping[str, Sequence[str]]
    variants: tuple[str, ...]
    places: Mapping[Key, Mapping[str, int]]


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    grid = _grid(runs)
    shared = on_shared_tasks(runs)
    scorer = one_scorer(shared.runs, options)
    scores = scorer.scores()
    base, *others = grid.variants
    gains = {key: _gains(scorer, of, base) for key, of in grid.places.items()}
    title = f"{scorer.metric.name} on the variants of {shared.runs[0].dataset}"
    whole = Table(
        title,
        (*grid.apart, *grid.variants),
        tuple(
            (*key, *(cell(scores[of[variant]]) if variant in of else None for variant in grid.variants))
            for key, of in grid.places.items()
        ),
        (PER_CENT, *shared.notes),
    )
    more = Table(
        f"Gain over {base}",
        (*grid.apart, *others),
        tuple((*key, *(of.get(variant) for variant in others)) for key, of in gains.items()),
        (
            "In per cent of it, with 95% intervals by paired bootstrap over tasks that both decide.",
            *_means(gains, others),
        ),
    )
    return Analysis((whole, more), (_picture(title, grid, scores),))


def _grid(runs: Sequence[Subject]) -> Grid:
    """Each run at its place. Two at one place would have to be told apart by something else."""
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
            other = runs[of[run.variant]]
            raise UsageError(
                f"{other.path} and {run.path} are of the same variant with the same settings. "
                "Leave one of them out."
            )
        of[run.variant] = place
    return Grid(apart, tuple(variants), places)


def _gains(scorer: Scorer, of: Mapping[str, int], base: str) -> dict[str, Estimate]:
    if base not in of:
        return {}
    return {variant: gain(scorer, of[base], place) for variant, place in of.items() if variant != base}


def gain(scorer: Scorer, first: int, second: int) -> Estimate:
    """How much more the second run has than the first, as a share of it; a dash where that has nothing."""
    sides = []
    for place in (first, second):
        run, known = scorer.runs[place], scorer.measured[place].statistics
        sides.append({task_key(run, id_): value for id_, value in known.items()})
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
        if (low := measures[0](draw))  # where nothing is right at first, there is no share of it
    ]
    # Where every draw gives the same, the draws do not say how sure that is.
    ends = middle(ratios) if len(set(ratios)) > 1 else (None, None)
    return Estimate(after / before - 1, *ends)


def _means(gains: Mapping[Key, Mapping[str, Estimate]], others: Sequence[str]) -> Iterator[str]:
    for variant in others:
        values = (of[variant].value for of in gains.values() if variant in of)
        known = [value for value in values if value is not None]
        if len(known) > 1:
            yield f"Mean gain of {variant} over {len(known)} rows: {100 * sum(known) / len(known):.1f}%."


def _picture(title: str, grid: Grid, scores: Sequence[Score]) -> Plot:
    """Lines where the rows are numbers, as temperatures are; else bars."""
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
