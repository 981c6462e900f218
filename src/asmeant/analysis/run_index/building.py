"""Run folder -> index: reads what was appended to the files of a run, and writes it into the index."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from asmeant.analysis.questions.calls import imported, libraries_in
from asmeant.analysis.questions.error_classes import outcome_class
from asmeant.analysis.run_index.positions import (
    INDEXED,
    KINDS,
    VERSION,
    goes_on,
    place_of,
    read_positions,
    remembered,
)
from asmeant.analysis.run_index.reading import RunIndex
from asmeant.analysis.run_index.rows import Overview, joined, split
from asmeant.errors import AsmeantError, RunError
from asmeant.loaded_run import Attempt
from asmeant.metrics.score import Judged, default_metrics
from asmeant.pipeline.scoring import compute_scores
from asmeant.records import Task, TaskPrompt, Verdict, from_json, to_json
from asmeant.runs import FILES, RunFolder

LONGEST_INTENT, LONGEST_REASON, LONGEST_WORDS = 240, 200, 8000
MOST_VALUES = 200  # of one facet
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE tasks (number INTEGER PRIMARY KEY, id TEXT UNIQUE, intent TEXT, language TEXT, libraries TEXT,
  tags TEXT);
CREATE TABLE records (kind INTEGER, task_id TEXT, rank INTEGER, part TEXT, start INTEGER, length INTEGER,
  PRIMARY KEY (kind, task_id, rank, part)) WITHOUT ROWID;
CREATE TABLE candidates (number INTEGER, rank INTEGER, task_id TEXT, status TEXT, cause TEXT, language TEXT,
  checks TEXT, libraries TEXT, tags TEXT, reason TEXT, missing TEXT, decided TEXT,
  PRIMARY KEY (number, rank)) WITHOUT ROWID;
CREATE TABLE texts (number INTEGER, rank INTEGER, words TEXT, PRIMARY KEY (number, rank)) WITHOUT ROWID;
CREATE INDEX by_status ON candidates (status, number, rank);
CREATE INDEX by_cause ON candidates (cause, number, rank);
CREATE INDEX by_language ON candidates (language, number, rank);
"""


class _Line(msgspec.Struct):
    """What a line says about its key."""

    task_id: str = ""
    id: str = ""
    rank: int = 0
    check: str = ""
    judge: str = ""


def refresh(files: RunFolder) -> RunIndex:
    """The index of a run, brought up to date. Lines that were read before are not read again."""
    place = place_of(files)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        _write(files, place)
    except (OSError, sqlite3.Error) as error:
        raise RunError(f"The index of {files.label} cannot be written to {place}: {error}.") from error
    return RunIndex(files, place)


def _write(files: RunFolder, place: Path) -> None:
    read = read_positions(place)
    if read is not None and all(goes_on(files.path / name, read.get(name)) for name in INDEXED.values()):
        with _written(place) as connection:
            _update(connection, files, read)
        return
    # Other processes may read the old index until the new one is complete.
    unfinished = place.with_name(f"{place.name}.{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    try:
        with _written(unfinished) as connection:
            connection.executescript(SCHEMA)
            _update(connection, files, {})
        unfinished.replace(place)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _written(place: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(place, timeout=60)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        with connection:
            yield connection


def _update(connection: sqlite3.Connection, files: RunFolder, read: dict[str, Any]) -> None:
    read = dict(read)
    touched: set[tuple[str, int]] = set()
    for kind, name in INDEXED.items():
        begin = read.get(name, {"end": 0})["end"]
        with _opened(files.path / name) as file:
            lines = list_keys(files, kind, file, begin)
            end = _add_keys(connection, files, kind, lines, touched, begin)
            read[name] = {"end": end, **remembered(file, end)}
    if touched or not _known(connection):
        _add_candidates(connection, files, touched)
        _save(connection, "overview", to_json(_overview(connection, files)))
    _save(connection, "files", msgspec.json.encode(read))
    _save(connection, "version", VERSION)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO | None]:
    if not path.exists():
        yield None
        return
    with path.open("rb") as file:
        yield file


def list_keys(
    files: RunFolder, kind: type, file: BinaryIO | None, begin: int
) -> Iterator[tuple[_Line, int, bytes]]:
    """The key of each complete line, its offset, and the line."""
    if file is None:
        return
    file.seek(begin)
    start = begin
    for line in file:
        if line.endswith(b"\n"):
            try:
                key = from_json(_Line, line)
            except msgspec.DecodeError:
                files.decode(kind, line, files.path / FILES[kind])  # says what is wrong, and what to do
                raise
            yield key, start, line
            start += len(line)


def _add_keys(
    connection: sqlite3.Connection,
    files: RunFolder,
    kind: type,
    lines: Iterable[tuple[_Line, int, bytes]],
    touched: set[tuple[str, int]],
    begin: int,
) -> int:
    end = begin

    def rows() -> Iterator[tuple[int, str, int, str, int, int]]:
        nonlocal end
        for key, start, line in lines:
            end = start + len(line)
            task_id = key.task_id or key.id
            # All prompts are kept; for other records, the last one of each key.
            subkey = str(start) if kind is TaskPrompt else key.check or key.judge
            if kind is Task:
                _add_task(connection, files.decode(Task, line, files.path / FILES[Task]))
            elif kind is not TaskPrompt:
                touched.add((task_id, key.rank))
            yield KINDS[kind], task_id, key.rank, subkey, start, len(line)

    connection.executemany("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?)", rows())
    return end


def _add_task(connection: sqlite3.Connection, task: Task) -> None:
    tags = [f"{key}: {value}" for key, value in task.tags.items()]
    connection.execute(
        "INSERT OR REPLACE INTO tasks VALUES ((SELECT count(*) FROM tasks), ?, ?, ?, ?, ?)",
        (
            task.id,
            _one_line(task.intent, LONGEST_INTENT),
            task.intent_language,
            joined(task.scaffold.libraries),
            joined(tags),
        ),
    )


def _add_candidates(
    connection: sqlite3.Connection, files: RunFolder, touched: Iterable[tuple[str, int]]
) -> None:
    index = RunIndex(files, connection=connection)
    ranks: dict[str, list[int]] = {}
    for task_id, rank in touched:
        ranks.setdefault(task_id, []).append(rank)
    for task_id, numbers in ranks.items():
        task, place = index.task(task_id), index.number(task_id)
        if task is None:
            continue
        libraries = libraries_in([task], ())
        for attempt in index.attempts(task_id, numbers):
            _add_candidate(connection, place, attempt, libraries)


def _add_candidate(
    connection: sqlite3.Connection, number: int, attempt: Attempt, libraries: set[str]
) -> None:
    task, candidate, verdict = attempt.task, attempt.candidate, attempt.verdict
    names = libraries | imported(candidate.code) if "import" in candidate.code else libraries
    reason = verdict.reason if verdict else ""
    connection.execute(
        "INSERT OR REPLACE INTO candidates VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            candidate.rank,
            task.id,
            attempt.status,
            outcome_class(attempt, names),
            task.intent_language,
            joined(verdict.held if verdict else ()),
            joined(task.scaffold.libraries),
            joined([f"{key}: {value}" for key, value in task.tags.items()]),
            _one_line(reason, LONGEST_REASON),
            joined(verdict.missing_libraries if verdict else ()),
            (verdict.decided if verdict else "") or "",
        ),
    )
    words = "\n".join([task.id, task.intent, candidate.code, reason, candidate.fault])
    connection.execute(
        "INSERT OR REPLACE INTO texts VALUES (?, ?, ?)",
        (number, candidate.rank, _text(words[:LONGEST_WORDS].casefold())),
    )


def _one_line(words: str, longest: int) -> str:
    flat = " ".join(words.split())
    return _text(flat if len(flat) <= longest else flat[: longest - 1] + "…")


def _text(words: str) -> str:
    """The text without lone surrogates, which SQLite does not accept."""
    return words.encode("utf-8", "replace").decode("utf-8")


def _known(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM meta WHERE key = 'overview'").fetchone() is not None


def _save(connection: sqlite3.Connection, key: str, value: object) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


# ── what is known of the whole run ──


def _overview(connection: sqlite3.Connection, files: RunFolder) -> Overview:
    ((tasks,),) = connection.execute("SELECT count(*) FROM tasks")
    statuses = dict(connection.execute("SELECT status, count(*) FROM candidates GROUP BY status"))
    facets = {name: _facet(connection, name) for name in ("cause", "language", "checks", "libraries", "tags")}
    settings = files.settings()
    scores = compute_scores(
        list(_judged(connection, files)), settings, default_metrics(settings.sampling.count)
    )
    return Overview(tasks, sum(statuses.values()), statuses, facets, tuple(scores))


def _facet(connection: sqlite3.Connection, column: str) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for value, count in connection.execute(f"SELECT {column}, count(*) FROM candidates GROUP BY {column}"):
        for name in split(value):
            counts[name] += count
    return dict(counts.most_common(MOST_VALUES))


def _judged(connection: sqlite3.Connection, files: RunFolder) -> Iterator[Judged]:
    """Every task with its verdicts, as far as execution-based metrics use them."""
    by_task: dict[str, list[Verdict]] = {}
    query = (
        "SELECT task_id, rank, status, missing, decided, checks FROM candidates"
        " WHERE status != 'not judged' ORDER BY number, rank"
    )
    for task_id, rank, status, missing, decided, checks in connection.execute(query):
        verdict = Verdict(
            task_id, rank, status, split(checks), missing_libraries=split(missing), decided=decided or None
        )
        by_task.setdefault(task_id, []).append(verdict)
    for task in files.read(Task):
        if task.id in by_task:
            yield Judged(task, (), by_task[task.id])


if __name__ == "__main__":
    import sys

    try:
        refresh(RunFolder(Path(sys.argv[1])))
    except AsmeantError as error:
        sys.exit(str(error))
