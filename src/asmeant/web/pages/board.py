"""Systems on a suite -> Board: one table that sorts, runs and papers alike. Pure.

`board` takes rows of any kind that have the fields of `Row`; `run_rows` and `paper_rows` make them from the
scores of runs and from the figures of papers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from asmeant.analysis.published import MEAN, Figure, figures
from asmeant.analysis.scores import estimate
from asmeant.plots import Bars, Mark, Plot
from asmeant.records import Run, Score
from asmeant.tables import Estimate

ALL = "all"
MOST_BARS = 24
# Settings of a protocol that scores depend on most; those that are off are left out.
SETTINGS = ("samples", "temperature", "top_p", "shots", "shown", "naming")
OFF = (None, 0, "none", "id")


class Row(Protocol):
    """One system on the intents of one language. `source` is the name of its run, or a paper's table."""

    @property
    def system(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def scores(self) -> Mapping[str, Estimate]: ...
    @property
    def tasks(self) -> int | None: ...
    @property
    def protocol(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def is_published(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A row that is made here."""

    system: str
    language: str
    scores: Mapping[str, Estimate]
    tasks: int | None
    protocol: str
    source: str
    is_published: bool = False


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
    rows: tuple[Row, ...]
    dataset: str
    metric: str
    language: str
    datasets: tuple[str, ...]
    metrics: tuple[str, ...]
    languages: tuple[str, ...]
    with_papers: bool
    figure: Plot | None = None


def leaderboard(entries: Sequence[Entry], query: Mapping[str, str]) -> Board:
    """The runs of one suite with the papers on it, as a query asks for."""
    datasets = tuple(dict.fromkeys(entry.suite for entry in entries))
    dataset = _chosen(query.get("dataset", ""), datasets)
    rows = [*run_rows(entry for entry in entries if entry.suite == dataset), *paper_rows(dataset)]
    return board(rows, dataset, datasets, query)


def board(rows: Sequence[Row], dataset: str, datasets: tuple[str, ...], query: Mapping[str, str]) -> Board:
    """The rows by one metric in one language, best first. Metrics and languages are those of our own runs."""
    own = [row for row in rows if not row.is_published]
    metrics = tuple(dict.fromkeys(metric for row in own for metric in row.scores))
    metric = _chosen(query.get("metric", ""), metrics)
    languages = tuple(sorted({row.language for row in own} - {ALL}))
    language = query.get("language", "") if query.get("language", "") in languages else ""
    with_papers = query.get("rows") != "runs"
    shown = [
        row
        for row in rows
        if row.language == (language or ALL)
        and _value(row, metric) is not None
        and (with_papers or not row.is_published)
    ]
    shown.sort(key=lambda row: -(_value(row, metric) or 0.0))
    plot = _figure(metric, shown) if len(shown) > 1 else None
    return Board(tuple(shown), dataset, metric, language, datasets, metrics, languages, with_papers, plot)


def _chosen(value: str, known: Sequence[str]) -> str:
    return value if value in known else next(iter(known), "")


def _value(row: Row, metric: str) -> float | None:
    return row.scores[metric].value if metric in row.scores else None


# ── our runs ──


def run_rows(entries: Iterable[Entry]) -> Iterator[Row]:
    """One row over all intents, and one for each language of a run."""
    for entry in entries:
        run = entry.settings
        only = run.selection.languages[0] if len(run.selection.languages) == 1 else ""
        for language in dict.fromkeys(map(_language, entry.scores)):
            scores = [score for score in entry.scores if _language(score) == language]
            row = SystemRow(
                run.model,
                language or ALL,
                {score.metric: estimate(score) for score in scores},
                max(score.tasks for score in scores),
                _run_protocol(run),
                entry.name,
            )
            yield row
            if only and not language:
                yield SystemRow(row.system, only, row.scores, row.tasks, row.protocol, row.source)


def _language(score: Score) -> str:
    return score.where.get("intent_language", "")


def _run_protocol(run: Run) -> str:
    settings = {
        "samples": run.sampling.count,
        "temperature": run.sampling.temperature if run.sampling.count > 1 else 0,
        "top_p": run.sampling.top_p if run.sampling.count > 1 else 0,
        "shots": run.prompt.shots,
        "shown": run.prompt.shown,
        "naming": run.prompt.naming,
    }
    return "; ".join(filter(None, [run.dataset.partition(":")[2], _protocol(settings)]))


# ── what was published ──


def paper_rows(dataset: str) -> Iterator[Row]:
    """What several tables print alike is one row."""
    lines: dict[tuple[object, ...], list[Figure]] = {}
    for figure in figures(dataset) if dataset else ():
        if figure.language != MEAN:
            key = (figure.system, figure.language, _paper_protocol(figure))
            lines.setdefault(key, []).append(figure)
    for group in lines.values():
        by_metric: dict[str, Figure] = {}
        for figure in group:
            by_metric.setdefault(figure.metric, figure)
        tables = ", ".join(dict.fromkeys(figure.table for figure in group))
        yield SystemRow(
            group[0].system,
            group[0].language or ALL,
            {metric: Estimate(figure.value) for metric, figure in by_metric.items()},
            group[0].tasks,
            _paper_protocol(group[0]),
            f"{group[0].source.partition(',')[0]}, {tables}",
            is_published=True,
        )


def _paper_protocol(figure: Figure) -> str:
    words = [figure.variant, figure.setting, _protocol(figure.protocol)]
    return "; ".join(word for word in words if word)


def _protocol(settings: Mapping[str, Any]) -> str:
    kept = {name: settings[name] for name in SETTINGS if settings.get(name) not in OFF}
    return "; ".join(f"{name.replace('_', ' ')} {value}" for name, value in kept.items())


# ── the picture ──


def _figure(metric: str, rows: Sequence[Row]) -> Plot:
    cells = [row.scores[metric] for row in rows[:MOST_BARS]]
    marks = tuple(Mark(_percent(cell.value), _percent(cell.low), _percent(cell.high)) for cell in cells)
    labels = tuple(row.system for row in rows[:MOST_BARS])
    return Bars(metric, labels, {metric: marks}, "%", (0, 100))


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value
