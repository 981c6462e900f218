"""Prompt -> Reply, out of a file: what a language model once said is said again, word for word.

`recorded:FILE` reads one JSON object a line (`.gz` is fine):

    {"task_id": "sample-1", "rank": 0, "text": "sorted(words)"}

`task_id` and `text` are needed. Without `rank`, the lines of a task count up from 0. `truncated`,
`log_probability` and `usage` are taken over; other fields are passed over. The candidates of a run are such a
file too, with the reply in `reply`: `recorded:runs/mine` and `recorded:runs/mine/candidates.jsonl` ask the
same replies again, so that prompts' extraction can be repeated without the model. A candidate that has no
reply (someone sent only code) is replayed as its code.
"""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from asmeant.errors import DataError, ModelError, UsageError
from asmeant.records import Form, Reply, Request, Sampling, Usage


def connect(words: str) -> RecordedClient:
    """Replies from a file, or from an earlier run: recorded:FILE"""
    if not words:
        raise UsageError("The model 'recorded' needs a file of replies. Say: recorded:FILE")
    return RecordedClient(Path(words).expanduser())


class RecordedClient:
    form: Form = "chat"

    def __init__(self, path: Path) -> None:
        self.path = path / "candidates.jsonl" if path.is_dir() else path
        self._replies = {(reply.task_id, reply.rank): reply for reply in _read(self.path)}

    @property
    def name(self) -> str:
        return f"recorded:{self.path.name}"

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        """What is recorded, in the order asked for; only then the error for what is not."""
        asked = missing = 0
        first: tuple[str, int] | None = None
        for request in requests:
            asked += len(request.ranks)
            for rank in request.ranks:
                reply = self._replies.get((request.task_id, rank))
                if reply is not None:
                    yield reply
                    continue
                missing += 1
                first = first or (request.task_id, rank)
        if first is not None:
            task_id, rank = first
            raise ModelError(
                f"{self.path} lacks {missing} of the {asked} replies asked for, first rank {rank} of "
                f"the task '{task_id}'. Ask for recorded tasks only (--ids, --limit), or record the rest."
            )


class _Line(msgspec.Struct):
    """A reply or a candidate."""

    task_id: str
    rank: int | None = None
    text: str | None = None
    reply: str | None = None
    code: str | None = None
    truncated: bool = False
    log_probability: float | None = None
    usage: Usage | None = None


def _read(path: Path) -> Iterator[Reply]:
    seen: set[tuple[str, int]] = set()
    lines_of: Counter[str] = Counter()
    for number, raw in _lines(path):
        line = _decode(path, number, raw)
        if line is None:
            return
        rank = lines_of[line.task_id] if line.rank is None else line.rank
        lines_of[line.task_id] += 1
        if (line.task_id, rank) in seen:
            raise DataError(
                f"{path}, line {number}: rank {rank} of the task '{line.task_id}' was there before. "
                f"Keep one of them."
            )
        seen.add((line.task_id, rank))
        # A candidate without a reply has `reply: ""`: its code is all there is.
        text = line.text if line.text is not None else line.reply or line.code or ""
        yield Reply(line.task_id, rank, text, line.truncated, line.log_probability, line.usage)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for number, raw in enumerate(file, start=1):
                if raw.strip():
                    yield number, raw
    except FileNotFoundError as error:
        raise DataError(
            f"There is no file of replies at {path}. Check the path after 'recorded:'."
        ) from error
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"The replies in {path} cannot be read: {error}. Record them again.") from error


def _decode(path: Path, number: int, raw: bytes) -> _Line | None:
    """None for a torn last line: its writer died, and what it would have said counts as not recorded."""
    try:
        line = msgspec.json.decode(raw, type=_Line)
    except msgspec.ValidationError as error:
        raise _bad_line(path, number, str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        if not raw.endswith(b"\n"):
            return None
        raise _bad_line(path, number, str(error)) from error
    if line.text is None and line.reply is None and line.code is None:
        raise _bad_line(path, number, "it has no `text`")
    return line


def _bad_line(path: Path, number: int, found: str) -> DataError:
    return DataError(
        f"{path}, line {number} is not a reply: {found}. "
        f'A line is {{"task_id": "...", "rank": 0, "text": "..."}}.'
    )
