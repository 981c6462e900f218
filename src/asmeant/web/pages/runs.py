"""The runs of a folder -> RunsPage: filtered, sorted, each with its progress. Only reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from typing import Any

from asmeant.analysis.run_index import Overview
from asmeant.analysis.run_list import Summary
from asmeant.records import Score
from asmeant.web.pages.indexes import STILL_SECONDS
from asmeant.web.pages.links import with_query


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run in the list. `rate` is the judged candidates per second, in words; empty if unknown."""

    name: str
    summary: Summary
    statuses: Mapping[str, int] = field(default_factory=dict)
    score: Score | None = None
    is_running: bool = False
    rate: str = ""
    minutes_left: int = 0


@dataclass(frozen=True, slots=True)
class RunsPage:
    rows: tuple[RunRow, ...]
    count: int
    folder: str
    text: str = ""
    dataset: str = ""
    tag: str = ""
    sort: str = "changed"
    datasets: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sorts: tuple[str, ...] = ()
    address: str = "/"
    is_running: bool = False
    may_run: bool = False
    known_datasets: tuple[str, ...] = ()


SORTS: dict[str, Callable[[RunRow], Any]] = {
    "changed": lambda row: row.summary.changed,
    "score": lambda row: row.score.value if row.score and row.score.value is not None else -1.0,
    "model": lambda row: row.summary.model.casefold(),
    "dataset": lambda row: row.summary.dataset.casefold(),
    "name": lambda row: row.name.casefold(),
    "progress": lambda row: row.summary.verdicts / max(row.summary.candidates_wanted, 1),
}
FALLING = ("changed", "score")


def run_row(
    summary: Summary, overview: Overview | None, rate: float = 0.0, now: datetime | None = None
) -> RunRow:
    """`overview` is from the run's index; its first score is shown until the run has its own."""
    now = now or datetime.now(UTC)
    age = (
        (now - datetime.fromisoformat(summary.changed)).total_seconds() if summary.changed else STILL_SECONDS
    )
    is_running = not summary.is_finished and age < STILL_SECONDS
    remaining = summary.candidates_wanted - summary.verdicts
    first = next((score for score in overview.scores if not score.where), None) if overview else None
    return RunRow(
        Path(summary.run).name,
        summary,
        overview.statuses if overview else {},
        summary.score or first,
        is_running,
        f"{rate:.1f}" if rate and is_running else "",
        ceil(remaining / rate / 60) if rate and is_running else 0,
    )


def runs_page(rows: Sequence[RunRow], folder: Path | str, query: Mapping[str, str], **more: Any) -> RunsPage:
    text, dataset, tag = (query.get(name, "")[:200] for name in ("q", "dataset", "tag"))
    sort = query.get("sort", "changed")
    sort = sort if sort in SORTS else "changed"
    selected = [row for row in rows if _is_wanted(row, text, dataset, tag)]
    selected.sort(key=SORTS[sort], reverse=sort in FALLING)
    return RunsPage(
        rows=tuple(selected),
        count=len(rows),
        folder=str(folder),
        text=text,
        dataset=dataset,
        tag=tag,
        sort=sort,
        datasets=_distinct(row.summary.dataset for row in rows),
        tags=_distinct(name for row in rows for name in row.summary.tags),
        sorts=tuple(SORTS),
        address=with_query("/", {name: value for name, value in query.items() if value}),
        is_running=any(row.is_running for row in selected),
        **more,
    )


def _is_wanted(row: RunRow, text: str, dataset: str, tag: str) -> bool:
    words = " ".join([row.name, row.summary.model, row.summary.dataset, *row.summary.tags]).casefold()
    return (
        all(word in words for word in text.casefold().split())
        and dataset in ("", row.summary.dataset)
        and (not tag or tag in row.summary.tags)
    )


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({value for value in values if value}))
