"""Runs -> Breakdown: pass@1 on each slice of the tasks, for every way in which they can be sliced. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asmeant import __version__
from asmeant.analysis.scores import estimate
from asmeant.languages.natural import language_name
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.metrics.score import Judged, score
from asmeant.records import Score
from asmeant.reports.table import CANDIDATES, COUNTS
from asmeant.reports.views import RunView, slices_of
from asmeant.tables import Cell, Table

# A page with more rows than this is not read; the rest is in the CSV of `asmeant report --by`.
MOST_SLICES = 30
LEAST_TASKS = 2


@dataclass(frozen=True, slots=True)
class Breakdown:
    """One way of slicing: the slices, those with most tasks first, and pass@1 of each run on each of them."""

    by: str
    names: tuple[str, ...]
    scores: Mapping[str, Mapping[str, Score]]
    left_out: int = 0


def breakdowns(runs: Sequence[RunView]) -> list[Breakdown]:
    """Every way of slicing that tells tasks apart without leaving each by itself."""
    sizes: dict[str, Counter[str]] = defaultdict(Counter)
    tasks = {task.id: task for view in runs for task in view.tasks}.values()
    for task in tasks:
        for by, name in dict.fromkeys(slices_of(task)):
            sizes[by][name] += 1
    return [
        _breakdown(by, counts, runs)
        for by, counts in sizes.items()
        # A tag with almost as many values as there are tasks is a name, not a group.
        if len(counts) <= len(tasks) / 2 and sum(count >= LEAST_TASKS for count in counts.values()) > 1
    ]


def _breakdown(by: str, counts: Counter[str], runs: Sequence[RunView]) -> Breakdown:
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    chosen = [name for name, count in ordered if count >= LEAST_TASKS][:MOST_SLICES]
    shown = {name: language_name(name) if by == "intent language" else name for name in chosen}
    scores: dict[str, dict[str, Score]] = {}
    for view in runs:
        members: dict[str, list[Judged]] = defaultdict(list)
        for item in view.judged:
            for key, name in dict.fromkeys(slices_of(item.task)):
                if key == by:
                    members[name].append(item)
        scores[view.label] = {
            shown[name]: score(PassAtK(1), members[name], {by: name}, __version__) for name in chosen
        }
    return Breakdown(by, tuple(shown.values()), scores, len(counts) - len(chosen))


def breakdown_table(breakdown: Breakdown) -> Table:
    """A row for each slice; tasks and what is undecided are the first run's."""
    first = next(iter(breakdown.scores.values()))
    some = any(score.undecided_candidates for score in first.values())
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            first[name].tasks,
            first[name].undecided,
            *([first[name].undecided_candidates] if some else []),
            *(estimate(of[name]) for of in breakdown.scores.values()),
        )
        for name in breakdown.names
    ]
    heads = list(breakdown.scores) if len(breakdown.scores) > 1 else ["pass@1"]
    notes = [f"Slices left out as they are small: {breakdown.left_out}."] if breakdown.left_out else []
    title = f"pass@1 by {breakdown.by}"
    counts = (*COUNTS, *([CANDIDATES] if some else []))
    return Table(title, (breakdown.by, *counts, *heads), tuple(rows), tuple(notes))
