"""Runs of a suite, and the figures of its papers -> Board: one table that sorts. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from asmeant.analysis.published import MEAN, Figure, figures
from asmeant.analysis.scores import estimate
from asmeant.plots import Bars, Mark, Plot
from asmeant.records import Run, Score
from asmeant.tables import Cell, Estimate, Table, number

MOST_BARS = 24


@dataclass(frozen=True, slots=True)
class Entry:
    """A run that takes part: its name, its settings, its scores."""

    name: str
    settings: Run
    scores: Sequence[Score]

    @property
    def suite(self) -> str:
        """The dataset without its variant."""
        return self.settings.dataset.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Board:
    table: Table
    dataset: str
    metric: str
    language: str
    datasets: tuple[str, ...]
    metrics: tuple[str, ...]
    languages: tuple[str, ...]
    runs: tuple[str, ...]
    with_papers: bool
    figure: Plot | None = None


def board(entries: Sequence[Entry], query: Mapping[str, str]) -> Board:
    """The rows of one suite by one metric in one language, best first."""
    datasets = tuple(dict.fromkeys(entry.suite for entry in entries))
    dataset = _chosen(query.get("dataset", ""), datasets)
    own = [entry for entry in entries if entry.suite == dataset]
    papers = figures(dataset) if dataset else []
    metrics = tuple(dict.fromkeys(score.metric for entry in own for score in entry.scores))
    metric = _chosen(query.get("metric", ""), metrics)
    languages = tuple(
        dict.fromkeys(language for entry in own for score in entry.scores if (language := _language(score)))
    )
    language = query.get("language", "") if query.get("language", "") in languages else ""
    with_papers = query.get("rows") != "runs"
    shown = [figure for figure in papers if with_papers and _matches(figure, metric, language)]
    rows = [*_runs(own, metric, language), *map(_published, shown)]
    rows.sort(key=lambda row: -(value if (value := number(row[1])) is not None else -1.0))
    table = Table(metric, ("system", metric, "tasks", "protocol", "source"), tuple(rows))
    return Board(
        table,
        dataset,
        metric,
        language,
        datasets,
        metrics,
        languages,
        tuple(entry.name for entry in own),
        with_papers,
        _figure(metric, rows) if len(rows) > 1 else None,
    )


def _chosen(wish: str, known: Sequence[str]) -> str:
    return wish if wish in known else next(iter(known), "")


def _language(score: Score) -> str:
    return score.where.get("intent_language", "")


def _matches(figure: Figure, metric: str, language: str) -> bool:
    return figure.metric == metric and figure.language in ((language,) if language else ("", "all", MEAN))


def _runs(entries: Iterable[Entry], metric: str, language: str) -> Iterable[tuple[Cell, ...]]:
    where = {"intent_language": language} if language else {}
    for entry in entries:
        run = entry.settings
        spoken = run.selection.languages == (language,)
        score = next(
            (
                s
                for s in entry.scores
                if s.metric == metric and (dict(s.where) == where or (spoken and not s.where))
            ),
            None,
        )
        if score is not None:
            yield run.model, estimate(score), score.tasks, _protocol(run), entry.name


def _published(figure: Figure) -> tuple[Cell, ...]:
    about = [figure.variant, figure.setting, *(_setting(*pair) for pair in figure.protocol.items())]
    words = "; ".join(filter(None, [*about, figure.note]))
    return figure.system, Estimate(figure.value), figure.tasks, words, f"{figure.source}, {figure.table}"


def _protocol(run: Run) -> str:
    settings: dict[str, Any] = {
        "samples": run.sampling.count,
        "temperature": run.sampling.temperature,
        "shots": run.prompt.shots,
        "shown": run.prompt.shown,
    }
    variant = run.dataset.partition(":")[2]
    return "; ".join(filter(None, [variant, *(_setting(*pair) for pair in settings.items())]))


def _setting(name: str, value: object) -> str:
    return f"{name.replace('_', ' ')} {value}"


def _figure(metric: str, rows: Sequence[tuple[Cell, ...]]) -> Plot:
    marks, labels = [], []
    for row in rows[:MOST_BARS]:
        cell = row[1]
        if isinstance(cell, Estimate) and cell.value is not None:
            low, high = (None if end is None else 100 * end for end in (cell.low, cell.high))
            marks.append(Mark(100 * cell.value, low, high))
            labels.append(str(row[0]))
    return Bars(metric, tuple(labels), {metric: tuple(marks)}, "%", (0, 100))
