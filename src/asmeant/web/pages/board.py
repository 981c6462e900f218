"""Systems on a suite -> Board: one sortable table of runs and papers. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from asmeant.analysis.published import figures
from asmeant.analysis.run_index import RunIndex
from asmeant.analysis.scores import estimate
from asmeant.analysis.system_rows import ALL, SystemRow, published_rows, run_protocol
from asmeant.plots import Bars, Mark, Plot
from asmeant.records import Run, Score
from asmeant.runs import RunFolder

MOST_BARS = 24


@dataclass(frozen=True, slots=True)
class Entry:
    """A run on the leaderboard: its name, settings and scores."""

    name: str
    settings: Run
    scores: Sequence[Score]

    @property
    def suite(self) -> str:
        """The dataset without its variant."""
        return self.settings.dataset.partition(":")[0]


def entry_of(name: str, files: RunFolder, index: RunIndex | None) -> Entry:
    """The entry of a run: its saved scores, or those of its verdicts so far."""
    saved = files.scores() if (files.path / "scores.json").is_file() else []
    return Entry(name, files.settings(), saved or (index.overview().scores if index else ()))


@dataclass(frozen=True, slots=True)
class Board:
    rows: tuple[SystemRow, ...]
    dataset: str
    metric: str
    language: str
    datasets: tuple[str, ...]
    metrics: tuple[str, ...]
    languages: tuple[str, ...]
    with_papers: bool
    figure: Plot | None = None


def leaderboard(entries: Sequence[Entry], query: Mapping[str, str]) -> Board:
    """The runs on one suite and the papers about it, as selected by a query."""
    datasets = tuple(dict.fromkeys(entry.suite for entry in entries))
    dataset = _chosen(query.get("dataset", ""), datasets)
    rows = [*run_rows(entry for entry in entries if entry.suite == dataset)]
    rows += published_rows(figures(dataset)) if dataset else ()
    return board(rows, dataset, datasets, query)


def board(
    rows: Sequence[SystemRow], dataset: str, datasets: tuple[str, ...], query: Mapping[str, str]
) -> Board:
    """The rows by one metric in one language, best first. Metrics and languages are those of our runs."""
    from_runs = [row for row in rows if not row.is_published]
    metrics = tuple(dict.fromkeys(metric for row in from_runs for metric in row.scores))
    metric = _chosen(query.get("metric", ""), metrics)
    languages = tuple(sorted({row.language for row in from_runs} - {ALL}))
    language = query.get("language", "") if query.get("language", "") in languages else ""
    with_papers = query.get("rows") != "runs"
    shown = [
        row
        for row in rows
        if row.language == (language or ALL)
        and row.value(metric) is not None
        and (with_papers or not row.is_published)
    ]
    shown.sort(key=lambda row: -(row.value(metric) or 0.0))
    plot = _figure(metric, shown) if len(shown) > 1 else None
    return Board(tuple(shown), dataset, metric, language, datasets, metrics, languages, with_papers, plot)


def _chosen(value: str, choices: Sequence[str]) -> str:
    return value if value in choices else next(iter(choices), "")


# ── our runs ──


def run_rows(entries: Iterable[Entry]) -> Iterator[SystemRow]:
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
                _protocol(run),
                entry.name,
            )
            yield row
            if only and not language:
                yield replace(row, language=only)


def _language(score: Score) -> str:
    return score.where.get("intent_language", "")


def _protocol(run: Run) -> str:
    variant = run.dataset.partition(":")[2]
    return "; ".join(filter(None, [variant, run_protocol(run, is_drawn=run.sampling.count > 1)]))


# ── the picture ──


def _figure(metric: str, rows: Sequence[SystemRow]) -> Plot:
    cells = [row.scores[metric] for row in rows[:MOST_BARS]]
    marks = tuple(Mark(_percent(cell.value), _percent(cell.low), _percent(cell.high)) for cell in cells)
    labels = tuple(row.system for row in rows[:MOST_BARS])
    return Bars(metric, labels, {metric: marks}, "%", (0, 100))


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value
