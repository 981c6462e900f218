"""A file of a run -> its records by task: an index of the file is kept, and the records stay on disk."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import itemgetter
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar, overload

import msgspec

from asmeant.errors import RunError
from asmeant.records import Candidate, Observation, TaskPrompt, from_json
from asmeant.runs import FILES, RunFolder

R = TypeVar("R", bound=Candidate | Observation | TaskPrompt)


class _Line(msgspec.Struct):
    """The key of a record: all that the index needs of its line."""

    task_id: str
    rank: int = 0
    check: str = ""


class Span(NamedTuple):
    """Where in its file a record stands."""

    start: int
    length: int


# As Span._make does, in a single call: a page reads many thousands of them.
_MAKE_SPAN = partial(tuple.__new__, Span)
NO_NUMBERS: array[int] = array("q")


class Records(Sequence[R]):
    """Records of one task, read from disk each time that they are used."""

    __slots__ = ("_kind", "_path", "_spans", "_task_id")

    def __init__(self, path: Path, kind: type[R], task_id: str, spans: Sequence[Span]) -> None:
        self._path, self._kind, self._task_id, self._spans = path, kind, task_id, tuple(spans)

    def __len__(self) -> int:
        return len(self._spans)

    @overload
    def __getitem__(self, place: int) -> R: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[R]: ...
    def __getitem__(self, place: int | slice) -> R | Sequence[R]:
        if isinstance(place, slice):
            return Records(self._path, self._kind, self._task_id, self._spans[place])
        return next(self._read([self._spans[place]]))

    def __iter__(self) -> Iterator[R]:
        return self._read(self._spans)

    def _read(self, spans: Sequence[Span]) -> Iterator[R]:
        if not spans:
            return
        try:
            with self._path.open("rb") as file:
                for span in spans:
                    file.seek(span.start)
                    yield self._decode(file.read(span.length), span)
        except OSError as error:
            raise RunError(f"{self._path} cannot be read: {error.strerror}.") from error

    def _decode(self, text: bytes, span: Span) -> R:
        if text.find(b"\n") == span.length - 1:
            try:
                record = from_json(self._kind, text)
            except msgspec.DecodeError:
                record = RunFolder.decode(self._kind, text, self._path, self._line_number(span))
            if record.task_id == self._task_id:
                return record
        raise RunError(f"{self._path} was rewritten while it was read. Read the run again.")

    def _line_number(self, span: Span) -> int:
        with self._path.open("rb") as file:
            return file.read(span.start).count(b"\n") + 1


class RecordFile(Generic[R]):
    """A file of a run with an index by task. Only whole lines count."""

    def __init__(self, folder: Path, kind: type[R]) -> None:
        self._path = folder / FILES[kind]
        self._kind = kind

    def records(self, task_id: str, spans: Mapping[int, Sequence[Span]]) -> Sequence[R]:
        every = [span for _, own in sorted(spans.items()) for span in own]
        return Records(self._path, self._kind, task_id, every) if every else ()

    def all_of(self, task_id: str) -> Sequence[R]:
        """Every record of a task, in the order in which they were written."""
        return self.records(task_id, {0: list(self._spans(task_id))})

    def last_of(self, task_id: str) -> dict[int, list[Span]]:
        """By rank, where the record of each check that was written last stands."""
        numbers = self._index.get(task_id, NO_NUMBERS)
        ranks = numbers[2::4]
        if len(set(ranks)) == len(ranks):  # as in most runs: one check, written once
            return {rank: [span] for rank, span in zip(ranks, self._spans(task_id), strict=True)}
        last = dict(zip(zip(ranks, numbers[3::4], strict=True), self._spans(task_id), strict=True))
        entries: Iterable[tuple[tuple[int, int], Span]] = last.items()
        if 4 * len(last) < len(numbers):  # some were written again; else they are in the order of the file
            entries = sorted(entries, key=itemgetter(1))
        by_rank: dict[int, list[Span]] = {}
        for (rank, _), span in entries:
            by_rank.setdefault(rank, []).append(span)
        return by_rank

    def _spans(self, task_id: str) -> Iterator[Span]:
        numbers = self._index.get(task_id, NO_NUMBERS)
        return map(_MAKE_SPAN, zip(numbers[0::4], numbers[1::4], strict=True))

    @cached_property
    def _index(self) -> Mapping[str, array[int]]:
        """Of each task: start, length, rank and number of the check of every record."""
        index: dict[str, array[int]] = {}
        checks: dict[str, int] = {}
        start = 0
        for number, line in enumerate(_whole_lines(self._path), 1):
            try:
                key = from_json(_Line, line)
            except msgspec.DecodeError:
                RunFolder.decode(self._kind, line, self._path, number)
                raise
            check = checks.setdefault(key.check, len(checks))
            index.setdefault(key.task_id, array("q")).extend((start, len(line), key.rank, check))
            start += len(line)
        return index


def _whole_lines(path: Path) -> Iterator[bytes]:
    if path.exists():
        with path.open("rb") as file:
            yield from (line for line in file if line.endswith(b"\n"))
