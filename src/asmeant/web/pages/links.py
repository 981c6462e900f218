"""Page -> URL: in the application, or in a folder of files that opens from disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Protocol
from urllib.parse import quote, urlencode

from asmeant.analysis.run_index import CandidateFilter
from asmeant.web.pages.assets import digest

# The names of the filter's fields in a URL.
FIELDS = {"text": "q"}


class Links(Protocol):
    """The URL of each page, relative to the page that is being made."""

    @property
    def is_live(self) -> bool: ...
    @property
    def has_compare(self) -> bool: ...
    @property
    def has_leaderboard(self) -> bool: ...
    def home(self) -> str: ...
    def run(self, name: str, wanted: CandidateFilter = ..., page: int = 1) -> str: ...
    def plots(self, name: str) -> str: ...
    def task(
        self, name: str, task_id: str, wanted: CandidateFilter = ..., rank: int | None = None
    ) -> str: ...
    def compare(self, names: Iterable[str] = ()) -> str: ...
    def compare_task(self, names: Iterable[str], task_id: str) -> str: ...
    def leaderboard(self, dataset: str = "") -> str: ...
    def asset(self, name: str) -> str: ...


def query_of(selection: CandidateFilter) -> dict[str, str]:
    """A filter as the query of a URL."""
    values = {FIELDS.get(item.name, item.name): getattr(selection, item.name) for item in fields(selection)}
    return {name: value for name, value in values.items() if value}


def filter_of(query: Mapping[str, str]) -> CandidateFilter:
    """The filter in a URL. Unknown fields are ignored."""
    names = {item.name: FIELDS.get(item.name, item.name) for item in fields(CandidateFilter)}
    return CandidateFilter(**{name: query.get(key, "")[:200] for name, key in names.items()})


def with_query(path: str, query: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    pairs = list(query.items()) if isinstance(query, Mapping) else list(query)
    return f"{path}?{urlencode(pairs)}" if pairs else path


NO_FILTER = CandidateFilter()


@dataclass(frozen=True, slots=True)
class LiveLinks:
    """URLs of the application."""

    is_live: bool = True
    has_compare: bool = True
    has_leaderboard: bool = True

    def home(self) -> str:
        return "/"

    def run(self, name: str, wanted: CandidateFilter = NO_FILTER, page: int = 1) -> str:
        query = query_of(wanted) | ({"page": str(page)} if page > 1 else {})
        return with_query(f"/runs/{quote(name, safe='')}", query)

    def plots(self, name: str) -> str:
        return f"/runs/{quote(name, safe='')}/plots"

    def task(
        self, name: str, task_id: str, wanted: CandidateFilter = NO_FILTER, rank: int | None = None
    ) -> str:
        path = with_query(f"/runs/{quote(name, safe='')}/task", {"id": task_id} | query_of(wanted))
        return path if rank is None else f"{path}#c{rank}"

    def compare(self, names: Iterable[str] = ()) -> str:
        return with_query("/compare", [("run", name) for name in names])

    def compare_task(self, names: Iterable[str], task_id: str) -> str:
        return with_query("/compare/task", [*(("run", name) for name in names), ("id", task_id)])

    def leaderboard(self, dataset: str = "") -> str:
        return with_query("/leaderboard", {"dataset": dataset} if dataset else {})

    def asset(self, name: str) -> str:
        return f"/static/{name}?v={digest(name)}"
