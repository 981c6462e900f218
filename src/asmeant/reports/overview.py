"""Runs -> HTML: the headline figures of runs, what to know before reading them, and their settings. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from asmeant.analysis.scores import estimate
from asmeant.analysis.sent import departures
from asmeant.analysis.shared import shared_notes
from asmeant.plots.svg import element, escaped_text
from asmeant.records import Score
from asmeant.reports.views import RunView
from asmeant.tables import Cell, Estimate, Table, shown

MOST_TILES = 5


def title_of(runs: Sequence[RunView]) -> str:
    datasets = ", ".join(dict.fromkeys(view.settings.dataset for view in runs))
    models = list(dict.fromkeys(view.settings.model for view in runs))
    model_names = " and ".join(models) if len(models) < 4 else f"{len(models)} models"
    times = f", {len(runs)} runs" if len(runs) > len(models) else ""
    return f"{model_names} on {datasets}{times}"


def notices(runs: Sequence[RunView]) -> str:
    return "".join(element("p", escaped_text(words), class_="notice") for words in reader_notes(runs))


def described(view: RunView) -> str:
    """What was run, in a sentence."""
    run, count = view.settings, view.settings.sampling.count
    samples = (
        f"{count} candidates each at temperature {run.sampling.temperature:g}"
        if count > 1
        else "one candidate each"
    )
    usages = [candidate.usage for candidate in view.run.candidates() if candidate.usage]
    read, wrote = sum(usage.prompt_tokens for usage in usages), sum(usage.reply_tokens for usage in usages)
    tokens = f" {read:,} prompt tokens, {wrote:,} reply tokens." if usages else ""
    # The libraries are in run.json.
    versions = ", ".join(
        f"{name} {run.versions[name]}" for name in ("asmeant", "python") if name in run.versions
    )
    return (
        f"{run.model} on {run.dataset}: {len(view.tasks)} tasks, {samples}, run in {run.world}; "
        f"{versions}.{tokens}"
    )


def descriptions(runs: Sequence[RunView]) -> str:
    names = [f"<b>{escaped_text(view.label)}</b> " if len(runs) > 1 else "" for view in runs]
    return "".join(
        f'<p class="lead">{name}{escaped_text(described(view))}</p>'
        for name, view in zip(names, runs, strict=True)
    )


def reader_notes(runs: Sequence[RunView]) -> Iterator[str]:
    """What a reader must know before the figures."""
    for view in runs:
        label = f"{view.label}: " if len(runs) > 1 else ""
        yield from (label + words for words in departures(view.settings.sampling, view.run.candidates()))
        yield from (label + words for words in shared_notes(view.run))
        counts = view.statuses
        judged = counts.total() - counts["not judged"]
        if not judged:
            amounts = f"{len(view.tasks)} tasks and {counts.total()} candidates"
            yield f"{label}Nothing is judged yet. There are {amounts}."
        elif judged < view.wanted:
            yield f"{label}The run is not finished: {judged} of {view.wanted} candidates are judged."
        if judged and counts["undecided"] == judged and all(score.value is None for score in view.scores):
            yield f"{label}All candidates are undecided, so there is no score. Each task says why."
    if len({view.settings.dataset for view in runs}) > 1:
        yield "The runs are of different datasets: their scores cannot be compared."
    elif len({frozenset(task.id for task in view.tasks) for view in runs}) > 1:
        yield "The runs are not on the same tasks: compare their scores with care, or see Differences."


def tiles(runs: Sequence[RunView]) -> str:
    """The figures that people ask for first: of one run each metric, of several the first metric of each."""
    if len(runs) == 1:
        (view,) = runs
        counts = view.statuses
        scores = [score for score in view.scores if not score.where][:MOST_TILES]
        figures = [_tile(score.metric, score) for score in scores]
        figures.append(_count("tasks", len(view.tasks), f"{len(view.judged)} judged"))
        shares = [f"{counts[name]} {name}" for name in ("passed", "failed", "undecided") if counts[name]]
        figures.append(_count("candidates", counts.total(), ", ".join(shares) or "none judged"))
    else:
        firsts = {view.label: next(score for score in view.scores if not score.where) for view in runs}
        figures = [_tile(f"{label}: {score.metric}", score) for label, score in firsts.items()]
    return f'<div class="tiles">{"".join(figures)}</div>'


def _tile(name: str, score: Score) -> str:
    value, _, interval = shown(estimate(score)).partition(" [")
    below = f"{interval.rstrip(']')} on {score.tasks} tasks" if interval else f"on {score.tasks} tasks"
    if score.if_undecided_passed not in (None, score.value):
        below += f"; {shown(Estimate(score.if_undecided_passed))} if undecided passed"
    return (
        f'<div class="tile"><div class="name">{escaped_text(name)}</div>'
        f'<div class="figure">{escaped_text(value)}</div><div class="below">{escaped_text(below)}</div></div>'
    )


def _count(name: str, count: int, below: str) -> str:
    return (
        f'<div class="tile"><div class="name">{escaped_text(name)}</div>'
        f'<div class="figure">{count:,}</div><div class="below">{escaped_text(below)}</div></div>'
    )


def settings_table(runs: Sequence[RunView]) -> Table:
    """All that the scores depend on, a column for each run."""
    columns = [dict(_flat("", msgspec.to_builtins(view.settings))) for view in runs]
    names = list(dict.fromkeys(name for column in columns for name in column))
    rows: list[tuple[Cell, ...]] = []
    for name in names:
        values = [column.get(name, "") for column in columns]
        rows.append((name, *values, *(["differs" if len(set(values)) > 1 else ""] if len(runs) > 1 else [])))
    heads = ["setting", *(view.label for view in runs), *([""] if len(runs) > 1 else [])]
    return Table("What the scores depend on", tuple(heads), tuple(rows))


def _flat(prefix: str, value: object) -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from _flat(f"{prefix}.{key}".lstrip("."), inner)
        case list() | tuple():
            yield prefix, ", ".join(map(str, value)) or ("all" if prefix.startswith("selection") else "none")
        case None:
            yield prefix, "none"
        case _:
            yield prefix, str(value) or "default"
