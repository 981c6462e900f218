"""Index -> a page of candidates, the candidates of a task, the previous and next task. Only reads."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from asmeant.analysis.run_index.rows import (
    CandidateFilter,
    CandidateRow,
    Neighbour,
    Overview,
    TaskFacts,
    split,
)
from asmeant.errors import RunError
from asmeant.loaded_run import Attempt
from asmeant.records import Candidate, Observation, Task, TaskPrompt, Verdict
from asmeant.runs import FILES, RunFolder

R = TypeVar("R")
_KINDS: dict[type, int] = {Task: 0, TaskPrompt: 1, Candidate: 2, Observation: 3, Verdict: 4}
_COLUMNS = "c.number, c.task_id, c.rank, t.intent, c.language, c.status, c.cause, c.checks, c.reason"
_JOINED = "candidates c JOIN tasks t ON t.number = c.number"


class RunIndex:
    """Reads a run through its index."""

    def __init__(
        self, files: RunFolder, place: Path | None = None, connection: sqlite3.Connection | None = None
    ) -> None:
        self.files, self._place, self._connection = files, place, connection

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        if self._connection is not None:
            yield self._connection
            return
        try:
            with closing(
                sqlite3.connect(f"{_address(self._place)}?mode=ro", uri=True, timeout=30)
            ) as connection:
                yield connection
        except sqlite3.Error as error:
            raise RunError(f"The index of {self.files.label} cannot be read: {error}. Try again.") from error

    # ── the run ──

    def overview(self) -> Overview:
        with self._opened() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = 'overview'").fetchone()
        return msgspec.json.decode(row[0], type=Overview) if row else Overview()

    # ── the list ──

    def rows(self, selection: CandidateFilter, start: int, count: int) -> list[CandidateRow]:
        """Up to `count` of the filtered candidates, in the order of tasks and ranks."""
        where, values = _where(selection)
        query = f"SELECT {_COLUMNS} FROM {_JOINED}{where} ORDER BY c.number, c.rank LIMIT ? OFFSET ?"
        with self._opened() as connection:
            return [_row(row) for row in connection.execute(query, (*values, count, start))]

    def count(self, selection: CandidateFilter) -> int:
        if selection.is_empty:
            return self.overview().candidates
        where, values = _where(selection)
        with self._opened() as connection:
            ((count,),) = connection.execute(f"SELECT count(*) FROM candidates c{where}", values)
        return int(count)

    def neighbours(
        self, selection: CandidateFilter, task_id: str
    ) -> tuple[Neighbour | None, Neighbour | None]:
        """The first filtered candidate of the previous and of the next task."""
        number = self.number(task_id)
        where, values = _where(selection)
        where = f"{where} AND" if where else " WHERE"
        neighbours: list[Neighbour | None] = []
        with self._opened() as connection:
            for sign, direction in (("<", "DESC"), (">", "ASC")):
                query = (
                    f"SELECT c.task_id, c.rank FROM candidates c{where} c.number {sign} ?"
                    f" ORDER BY c.number {direction}, c.rank LIMIT 1"
                )
                row = connection.execute(query, (*values, number)).fetchone()
                neighbours.append(Neighbour(*row) if row else None)
        return neighbours[0], neighbours[1]

    def rows_with_words(self) -> Iterator[tuple[CandidateRow, str]]:
        """Every candidate, with the text that a search uses."""
        query = (
            f"SELECT {_COLUMNS}, x.words FROM {_JOINED}"
            " JOIN texts x ON x.number = c.number AND x.rank = c.rank ORDER BY c.number, c.rank"
        )
        with self._opened() as connection:
            for *row, words in connection.execute(query):
                yield _row(tuple(row)), words

    # ── tasks ──

    def task_ids(self) -> list[str]:
        """The ids of the tasks, in the order of the run."""
        with self._opened() as connection:
            return [id_ for (id_,) in connection.execute("SELECT id FROM tasks ORDER BY number")]

    def task_facts(self) -> list[TaskFacts]:
        query = "SELECT id, intent, language, libraries, tags FROM tasks ORDER BY number"
        with self._opened() as connection:
            return [
                TaskFacts(id_, intent, language, split(libraries), split(tags))
                for id_, intent, language, libraries, tags in connection.execute(query)
            ]

    def number(self, task_id: str) -> int:
        with self._opened() as connection:
            row = connection.execute("SELECT number FROM tasks WHERE id = ?", (task_id,)).fetchone()
        return int(row[0]) if row else -1

    def task(self, task_id: str) -> Task | None:
        return next(iter(self._records(Task, task_id)), None)

    def prompts(self, task_id: str) -> Sequence[TaskPrompt]:
        return self._records(TaskPrompt, task_id)

    def attempts(self, task_id: str, ranks: Collection[int] | None = None) -> Iterator[Attempt]:
        """The candidates of a task, by rank, joined as LoadedRun does."""
        task = self.task(task_id)
        if task is None:
            return
        observations: dict[int, list[Observation]] = {}
        for observation in self._records(Observation, task_id, ranks):
            observations.setdefault(observation.rank, []).append(observation)
        verdicts = {verdict.rank: verdict for verdict in self._records(Verdict, task_id, ranks)}
        for candidate in sorted(self._records(Candidate, task_id, ranks), key=lambda item: item.rank):
            rank = candidate.rank
            yield Attempt(task, candidate, verdicts.get(rank), observations.get(rank, ()))

    def _records(self, kind: type[R], task_id: str, ranks: Collection[int] | None = None) -> list[R]:
        """The records in the order in which they were written: the last one counts."""
        query = "SELECT start, length, rank FROM records WHERE kind = ? AND task_id = ? ORDER BY start"
        with self._opened() as connection:
            spans = connection.execute(query, (_KINDS[kind], task_id)).fetchall()
        path = self.files.path / FILES[kind]
        if not spans:
            return []
        with path.open("rb") as file:
            records = []
            for start, length, rank in spans:
                if ranks is None or rank in ranks:
                    file.seek(start)
                    records.append(self.files.decode(kind, file.read(length), path))
            return records


def _address(place: Path | None) -> str:
    """The path as a URL for SQLite, with special characters escaped."""
    return place.resolve().as_uri() if place else ""


def _where(selection: CandidateFilter) -> tuple[str, list[str]]:
    pairs = list(selection.conditions())
    if not pairs:
        return "", []
    conditions = [
        "EXISTS (SELECT 1 FROM texts x WHERE x.number = c.number AND x.rank = c.rank AND instr(x.words, ?))"
        if "words" in condition
        else condition.replace("instr(", "instr(c.")
        if "instr" in condition
        else f"c.{condition}"
        for condition, _ in pairs
    ]
    return " WHERE " + " AND ".join(conditions), [value for _, value in pairs]


def _row(row: tuple[Any, ...]) -> CandidateRow:
    number, task_id, rank, intent, language, status, cause, checks, reason = row
    return CandidateRow(number, task_id, rank, intent, language, status, cause, split(checks), reason)
