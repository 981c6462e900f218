"""Subjects -> runs side by side, by the settings in which they differ: shots, naming ..."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean

from asmeant.analysis.naming import differing
from asmeant.analysis.questions.scoring import PER_CENT, Scorer, cell, mark, scorers
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, counted, on_shared_tasks
from asmeant.errors import UsageError
from asmeant.plots import Bars, Lines, Mark, Plot
from asmeant.records import Score
from asmeant.tables import Cell, Estimate, Table

Key = tuple[str, ...]


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    if len(runs) < 2:
        raise UsageError(
            "One run has no settings to differ in. Name two runs or more: asmeant analyse settings RUN RUN"
        )
    shared = on_shared_tasks(runs)
    scorers_of = scorers(shared.runs, options)
    apart = differing([run.settings for run in runs])
    groups: dict[Key, list[int]] = {}
    for place in range(len(runs)):
        groups.setdefault(tuple(values[place] for values in apart.values()), []).append(place)
    scores = [scorer.scores() for scorer in scorers_of]
    rows: list[tuple[Cell, ...]] = [
        (*key, len(places), *(_cell([of[place] for place in places]) for of in scores))
        for key, places in groups.items()
    ]
    names = [scorer.metric.name for scorer in scorers_of]
    title = f"{counted(len(runs), 'run')} by {', '.join(apart) or 'nothing but their seeds'}"
    table = Table(title, (*apart, "runs", *names), tuple(rows), (*_notes(groups), *shared.notes))
    return Analysis((table,), (_picture(title, apart, groups, scorers_of[0], scores[0]),))


def _cell(scores: Sequence[Score]) -> Estimate:
    """The score of one run with its interval; for several runs, their mean, minimum and maximum."""
    if len(scores) == 1:
        return cell(scores[0])
    values = [score.value for score in scores if score.value is not None]
    return Estimate(mean(values), min(values), max(values)) if values else Estimate(None)


def _notes(groups: Mapping[Key, Sequence[int]]) -> Iterator[str]:
    yield PER_CENT
    if any(len(places) > 1 for places in groups.values()):
        yield "Where several runs have the same settings: their mean, with the lowest and the highest."


def _picture(
    title: str,
    apart: Mapping[str, Sequence[str]],
    groups: Mapping[Key, Sequence[int]],
    scorers_of: Scorer,
    scores: Sequence[Score],
) -> Plot:
    """A line plot if one setting differs and is a number, otherwise bars."""
    marks = {key: _mark([scores[place] for place in places]) for key, places in groups.items()}
    name = scorers_of.metric.name
    try:
        xs = [float(key[0]) for key in groups] if len(apart) == 1 else []
    except ValueError:
        xs = []
    if xs:
        order = sorted(zip(xs, marks.values(), strict=True), key=lambda pair: pair[0])
        series = {name: tuple(height for _, height in order)}
        return Lines(title, tuple(x for x, _ in order), series, next(iter(apart)), "per cent", (0, 100))
    labels = tuple(", ".join(f"{n} {v}" for n, v in zip(apart, key, strict=True)) or "all" for key in groups)
    return Bars(title, labels, {name: tuple(marks.values())}, "per cent", (0, 100))


def _mark(scores: Sequence[Score]) -> Mark:
    if len(scores) == 1:
        return mark(scores[0])
    cell = _cell(scores)
    if cell.value is None or cell.low is None or cell.high is None:
        return Mark(None)
    return Mark(100 * cell.value, 100 * cell.low, 100 * cell.high, counted(len(scores), "run"))
