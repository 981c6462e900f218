"""Runs -> sections of pages that take long: slices, plots, comparisons. Computed in a separate process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from markupsafe import Markup

from asmeant import plots
from asmeant.errors import AsmeantError
from asmeant.plots.svg import element, escaped_text
from asmeant.reports import score_table, to_html
from asmeant.reports.breakdowns import breakdown_table, breakdowns
from asmeant.reports.charts import charts
from asmeant.reports.comparing import comparison_html, comparison_of
from asmeant.reports.overview import notices, settings_table, title_of
from asmeant.reports.page import to_page
from asmeant.reports.table import whole_table
from asmeant.reports.views import RunView, views
from asmeant.runs import RunFolder
from asmeant.web.pages.links import Links
from asmeant.web.pages.words import Words

MOST_KEPT = 64
# A new process frees the memory that large runs took.
MOST_TASKS = 8
PATIENCE_SECONDS = 0.5
MOST_SECONDS, TRIES = 60.0, 5


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: the key of its title, and its HTML."""

    title: str
    html: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """Sections, and the ids of the tasks on which runs differ. `fault` says why there are none."""

    sections: tuple[Section, ...] = ()
    flips: tuple[str, ...] = ()
    fault: str = ""


# ── what is made ──


def run_analysis(path: Path, language: str) -> Analysis:
    """The analyses of a run that are shown below its list of candidates."""
    try:
        return Analysis(tuple(_run_sections(views([RunFolder(path)]), Words(language))))
    except AsmeantError as error:
        return Analysis(fault=str(error))


def _run_sections(runs: Sequence[RunView], words: Words) -> Iterator[Section]:
    every_breakdown = breakdowns(runs)
    scores = words.table(score_table(title_of(runs), runs[0].scores))
    yield Section("run.scores", notices(runs) + to_html(scores))
    cards = [f'<div class="card">{plots.to_figure(plot)}</div>' for plot in charts(runs, every_breakdown)]
    grid = f'<div class="grid" lang="en">{"".join(cards)}</div>'
    yield Section("run.figures", grid if cards else element("p", escaped_text(words("run.nothing"))))
    # The table of scores has the languages already.
    tables = [breakdown_table(item) for item in every_breakdown if item.by != "intent language"]
    if tables:
        yield Section(
            "run.slices", f'<div class="tables">{"".join(to_html(words.table(t)) for t in tables)}</div>'
        )
    yield Section("run.settings", to_html(words.table(settings_table(runs))))


def comparison_analysis(paths: Sequence[Path], names: Sequence[str], language: str, links: Links) -> Analysis:
    """Each run compared with the first, with significance, and the tasks that flipped."""
    words = Words(language)
    try:
        runs = [
            replace(view, label=name)
            for view, name in zip(
                views([RunFolder(path) for path in paths], with_causes=False), names, strict=True
            )
        ]
        comparison = comparison_of(runs)
    except AsmeantError as error:
        return Analysis(fault=str(error))
    flips = dict.fromkeys(flip.task_id for item in comparison.differences for flip in item.flips)
    scores_table = whole_table("all", {view.label: view.scores for view in runs})
    html = comparison_html(comparison, runs, lambda task_id: links.compare_task(names, task_id))
    sections = (
        Section("run.scores", to_html(words.table(scores_table))),
        Section("compare.differences", html),
    )
    return Analysis(sections, tuple(flips))


def report_analysis(path: Path) -> Analysis:
    """The report page, as one section."""
    try:
        return Analysis((Section("run.report", to_page(views([RunFolder(path)]))),))
    except AsmeantError as error:
        return Analysis(fault=str(error))


# ── where it is made ──


class Analyses:
    """Computes each analysis once, and caches the latest ones. Thread-safe."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._kept: OrderedDict[object, Future[Analysis]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, key: object, make: Callable[..., Analysis], *arguments: Any) -> Analysis:
        """The analysis, however long it takes. It is not cached, because it may be large."""
        try:
            for _ in range(TRIES):
                if (analysis := self.get(key, make, *arguments, seconds=MOST_SECONDS)) is not None:
                    return analysis
        finally:
            with self._lock:
                self._kept.pop(key, None)
        return Analysis(fault="This takes too long here. Use the command line: asmeant report")

    def get(
        self,
        key: object,
        make: Callable[..., Analysis],
        *arguments: Any,
        seconds: float = PATIENCE_SECONDS,
    ) -> Analysis | None:
        """The analysis; None while it is being computed: ask again."""
        future = self._future(key, make, arguments)
        try:
            return future.result(seconds)
        except FutureTimeoutError:
            return None
        except BrokenProcessPool:
            with self._lock:
                self._pool = None
                self._kept.clear()
            return None

    def _future(
        self, key: object, make: Callable[..., Analysis], arguments: tuple[Any, ...]
    ) -> Future[Analysis]:
        with self._lock:
            if key not in self._kept:
                if self._pool is None:
                    self._pool = ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=MOST_TASKS)
                self._kept[key] = self._pool.submit(make, *arguments)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def sections_of(analysis: Analysis) -> list[tuple[str, Markup]]:
    """HTML from the functions of the report, which escape every word."""
    if analysis.fault:
        return [("run.scores", Markup(element("p", escaped_text(analysis.fault), class_="notice")))]
    return [(section.title, Markup(section.html)) for section in analysis.sections]
