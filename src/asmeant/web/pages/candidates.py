"""A run and a filter -> RunPage: its scores and a page of its candidates. Only reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil

from asmeant.analysis.run_index import CandidateFilter, CandidateRow, Overview, RunIndex
from asmeant.records import Run, Score
from asmeant.web.pages.links import Links
from asmeant.web.pages.words import Words

PAGE = 50
MOST_TILES = 4
# Fields of the filter, and the facets that list their values.
FACETS = {
    "status": "",
    "cause": "cause",
    "check": "checks",
    "library": "libraries",
    "language": "language",
    "tag": "tags",
}
SECTIONS = {"status": "status", "cause": "cause", "language": "language"}
MOST_PRESETS = 3


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    words: str
    count: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A field of the filter, with the values that it can have."""

    name: str
    value: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Preset:
    """A filter as a link."""

    words: str
    address: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class RunPage:
    name: str
    settings: Run
    overview: Overview
    scores: tuple[Score, ...]
    wanted_filter: CandidateFilter
    wanted: int
    rows: tuple[CandidateRow, ...]
    count: int
    page: int
    pages: int
    previous: str
    next: str
    choices: tuple[Choice, ...]
    presets: tuple[Preset, ...]
    address: str
    tags: tuple[str, ...] = ()
    is_indexing: bool = False
    is_running: bool = False
    may_run: bool = False
    may_write: bool = False

    @property
    def title(self) -> str:
        return f"{self.settings.model} · {self.settings.dataset}"

    @property
    def start(self) -> int:
        return (self.page - 1) * PAGE

    @property
    def is_finished(self) -> bool:
        return self.overview.judged >= self.wanted


def run_page(
    name: str,
    settings: Run,
    index: RunIndex | None,
    selection: CandidateFilter,
    page: int,
    links: Links,
    words: Words,
    per_page: int = PAGE,
) -> RunPage:
    overview = index.overview() if index else Overview()
    count = index.count(selection) if index else 0
    pages = max(1, ceil(count / per_page))
    page = min(max(1, page), pages)
    rows = index.rows(selection, (page - 1) * per_page, per_page) if index else []
    return RunPage(
        name=name,
        settings=settings,
        overview=overview,
        scores=tuple(score for score in overview.scores if not score.where)[:MOST_TILES],
        wanted_filter=selection,
        wanted=overview.tasks * settings.sampling.count,
        rows=tuple(rows),
        count=count,
        page=page,
        pages=pages,
        previous=links.run(name, selection, page - 1) if page > 1 else "",
        next=links.run(name, selection, page + 1) if page < pages else "",
        choices=tuple(choices(overview, selection, words)),
        presets=tuple(presets(name, overview, selection, links, words)),
        address=links.run(name, selection, page),
    )


def choices(overview: Overview, selection: CandidateFilter, words: Words) -> Iterator[Choice]:
    """The fields in which candidates differ, each with its values, the most frequent first."""
    for name, facet in FACETS.items():
        counts: Mapping[str, int] = overview.facets.get(facet, {}) if facet else overview.statuses
        value = getattr(selection, name)
        if len(counts) > 1 or value:
            ordered = sorted(counts.items(), key=lambda pair: -pair[1])
            options = [Option(key, words.of(SECTIONS.get(name, ""), key), count) for key, count in ordered]
            if value and value not in counts:
                options.append(Option(value, value, 0))
            yield Choice(name, value, tuple(options))


def presets(
    name: str, overview: Overview, selection: CandidateFilter, links: Links, words: Words
) -> Iterator[Preset]:
    """Frequently used filters: all, failed, and failed by the most frequent causes."""
    filters = [("", CandidateFilter())]
    for status in ("failed", "undecided", "passed", "not judged"):
        if overview.statuses.get(status):
            filters.append((words.of("status", status), CandidateFilter(status=status)))
    causes = [cause for cause in overview.facets.get("cause", {}) if cause not in overview.statuses]
    filters += [(words.of("cause", cause), CandidateFilter(cause=cause)) for cause in causes[:MOST_PRESETS]]
    for label, chosen in filters:
        yield Preset(
            label or words("list.all"), links.run(name, chosen), replace(selection, text="") == chosen
        )
