"""The records of an index: a filter for candidates, a row of the list, an overview of the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields

from asmeant.records import Score

# Several values of one candidate are stored in one text, each enclosed by this separator.
MARK = "\x1f"


@dataclass(frozen=True, slots=True)
class CandidateFilter:
    """Selects candidates. An empty field selects all.

    `text` is a search: every word must occur in the id, the intent, the code or the reason.
    """

    status: str = ""
    cause: str = ""
    check: str = ""
    library: str = ""
    language: str = ""
    tag: str = ""
    text: str = ""

    @property
    def is_empty(self) -> bool:
        return not any(getattr(self, item.name) for item in fields(self))

    def conditions(self) -> Iterator[tuple[str, str]]:
        """SQL conditions with one parameter each, and its value."""
        for column in ("status", "cause", "language"):
            if value := getattr(self, column):
                yield f"{column} = ?", value
        for column in ("checks", "libraries", "tags"):
            if value := getattr(self, column.removesuffix("s").replace("librarie", "library")):
                yield f"instr({column}, ?)", f"{MARK}{value}{MARK}"
        for word in self.text.casefold().split():
            yield "instr(words, ?)", word


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """One row of the list of candidates."""

    number: int
    task_id: str
    rank: int
    intent: str
    language: str
    status: str
    cause: str
    checks: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class TaskFacts:
    """What a list of candidates shows about their task."""

    id: str
    intent: str
    language: str
    libraries: tuple[str, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A candidate of another task."""

    task_id: str
    rank: int


@dataclass(frozen=True, slots=True)
class Overview:
    """Facts about a run that are stored in the index. `facets` counts the candidates with each value."""

    tasks: int = 0
    candidates: int = 0
    statuses: Mapping[str, int] = field(default_factory=dict)
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    scores: tuple[Score, ...] = ()

    @property
    def judged(self) -> int:
        return sum(count for status, count in self.statuses.items() if status != "not judged")


def joined(values: Iterator[str] | tuple[str, ...] | list[str]) -> str:
    texts = list(values)
    return f"{MARK}{MARK.join(texts)}{MARK}" if texts else ""


def split(text: str) -> tuple[str, ...]:
    return tuple(text.strip(MARK).split(MARK)) if text else ()
