"""Runs -> Board: all systems on a dataset by several metrics, with those of the papers. Pure.

A row is a system on the intents of one language, or of all. Published results are rows like any other, with
their own protocol. For a run on a tasks file, the ids of the tasks say which dataset they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from asmeant import __version__, plugins
from asmeant.analysis.published import Figure, figures
from asmeant.analysis.scores import estimate
from asmeant.analysis.system_rows import ALL, SystemRow, published_rows, run_protocol
from asmeant.datasets.conala import GROUPED
from asmeant.errors import UsageError
from asmeant.loaded_run import LoadedRun
from asmeant.metrics import available
from asmeant.metrics.measuring import Judged, measure_all
from asmeant.metrics.score import score
from asmeant.records import Score
from asmeant.seams import Metric
from asmeant.tables import Cell, Estimate, Table

DECIDING = ("pass@1", "solvability")
# Text metrics for datasets without a paper that has any.
TEXT_METRICS = {"bash": ("char-bleu@1", "tm@1")}
OTHER_TEXT_METRICS = ("bleu",)
MOST_TEXT_METRICS = 2


@dataclass(frozen=True, slots=True)
class Board:
    """All systems on one dataset, best first within each language."""

    dataset: str
    metrics: tuple[str, ...]
    rows: tuple[SystemRow, ...]
    notes: tuple[str, ...] = field(default=())


def leaderboards(
    runs: Iterable[LoadedRun], metrics: Sequence[str] = (), with_published: bool = True
) -> list[Board]:
    """A board for each dataset. The default metrics are pass@1, solvability, and those of the papers."""
    by_dataset: dict[str, list[LoadedRun]] = {}
    for run in runs:
        by_dataset.setdefault(run.settings.dataset, []).append(run)
    if not by_dataset:
        raise UsageError("A leaderboard needs a run. Name one, or several: asmeant leaderboard runs/*")
    return [_board(dataset, group, metrics, with_published) for dataset, group in by_dataset.items()]


def board_table(board: Board) -> Table:
    """The board as a table."""
    rows: list[tuple[Cell, ...]] = [
        (
            row.system,
            row.language,
            *(row.scores.get(metric, Estimate(None)) for metric in board.metrics),
            row.tasks,
            row.protocol,
            row.source,
        )
        for row in board.rows
    ]
    columns = ("system", "intents", *board.metrics, "tasks", "protocol", "source")
    return Table(board.dataset, columns, tuple(rows), board.notes)


def _board(dataset: str, runs: Sequence[LoadedRun], names: Sequence[str], with_published: bool) -> Board:
    origin, variant = _origin(dataset, runs[0])
    published = _of_variant(figures(origin), variant) if with_published else []
    loaded = available(names or _default_metrics(runs[0], published))
    ours = [row for run in runs for row in _run_rows(run, loaded.metrics)]
    metrics = tuple(metric.name for metric in loaded.metrics)
    languages = dict.fromkeys(row.language for row in ours)
    every_language = next(iter(languages)) if len(languages) == 1 else ALL
    main_results = _main_results(published, metrics, list(languages), every_language)
    theirs = published_rows(main_results, every_language)
    used = tuple(metric for metric in metrics if any(row.value(metric) is not None for row in ours))
    return Board(
        dataset,
        used or metrics,
        tuple(_ranked([*ours, *theirs], used)),
        tuple(_notes(runs, loaded.missing)),
    )


def _notes(runs: Iterable[LoadedRun], missing: Iterable[str]) -> Iterator[str]:
    yield "Per cent, with 95% intervals. Rows with another protocol cannot be compared directly."
    for run in runs:
        if len(run.judged) < len(run.tasks):
            yield f"{run.path.name} is not finished: it has {len(run.judged)} of {len(run.tasks)} tasks."
    yield from missing


def _origin(dataset: str, run: LoadedRun) -> tuple[str, str]:
    """The dataset that the tasks come from, and its variant if it is known."""
    name, _, variant = dataset.partition(":")
    if name in plugins.names("dataset") and name != "tasks":
        return name, variant.removesuffix(GROUPED)
    places = {task_id.partition("/")[0] for task_id in run.tasks}
    return (places.pop(), "") if len(places) == 1 else (name, "")


def _of_variant(published: Sequence[Figure], variant: str) -> list[Figure]:
    """The figures published on a variant; if there are none, those on others, marked in the protocol."""
    return [figure for figure in published if figure.variant in ("", variant)] or list(published)


def _default_metrics(run: LoadedRun, published: Iterable[Figure]) -> list[str]:
    printed = dict.fromkeys(figure.metric for figure in published)
    text_metrics = [name for name in printed if not name.startswith(("pass@", "acc-", "solvability"))]
    firsts = [name for name in text_metrics if "@" not in name or "@1" in name][:MOST_TEXT_METRICS]
    languages = {task.code_language for task in run.tasks.values()}
    defaults = TEXT_METRICS.get("".join(languages), OTHER_TEXT_METRICS)
    return [*DECIDING, *(firsts or defaults)]


# ── our runs ──


def _run_rows(run: LoadedRun, metrics: Sequence[Metric]) -> Iterator[SystemRow]:
    """One row over all intents, and one for each language if there are several."""
    judged = run.judged
    measured = measure_all(metrics, judged)
    languages = sorted({_language(item) for item in judged})
    for language in [ALL, *languages] if len(languages) > 1 else languages:
        selected = [item for item in judged if language in (ALL, _language(item))]
        scores: dict[str, Score] = {
            metric.name: score(metric, selected, {}, __version__, measurement)
            for metric, measurement in zip(metrics, measured, strict=True)
        }
        yield SystemRow(
            run.settings.model,
            language,
            {name: estimate(value) for name, value in scores.items()},
            len(selected),
            run_protocol(run.settings, is_drawn=any(run.prompts(task_id) for task_id in run.tasks)),
            run.path.name,
        )


def _language(item: Judged) -> str:
    return item.task.tags.get("translated_from", item.task.intent_language)


# ── what was published ──


def _main_results(
    published: Iterable[Figure], metrics: Sequence[str], languages: Sequence[str], every_language: str
) -> Iterator[Figure]:
    """The first figure in a paper for each system, language and metric."""
    printed: set[tuple[str, str, str]] = set()
    for figure in published:
        language = figure.language or every_language
        key = (figure.system, language, figure.metric)
        if figure.metric in metrics and language in (every_language, *languages) and key not in printed:
            printed.add(key)
            yield figure


# ── the order ──


def _ranked(rows: Iterable[SystemRow], metrics: Sequence[str]) -> list[SystemRow]:
    """Sorted by language, all languages first, then by the metrics, best first. Missing values come last."""

    def place(row: SystemRow) -> tuple[Any, ...]:
        values = [row.value(metric) for metric in metrics]
        return (
            row.language != ALL,
            row.language,
            [(value is None, -(value or 0.0)) for value in values],
            row.system,
        )

    return sorted(rows, key=place)
