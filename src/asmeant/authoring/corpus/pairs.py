"""Files -> Pair, and back. A pair is an intent and a command, with the number of its row.

Pairs are read from two parallel files, one line per pair (`all.nl all.cm`), from JSON Lines with the
fields `intent` and `command`, or from TSV or CSV with columns of these names. They are written as JSON Lines.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from asmeant.errors import DataError, UsageError
from asmeant.files import replacing
from asmeant.records import Task

_SEPARATORS = {".tsv": "\t", ".csv": ","}


class _UnquotedTabs(csv.excel_tab):
    quoting = csv.QUOTE_NONE


@dataclass(frozen=True, slots=True)
class Pair:
    """`row` is the number of the row, from 0, in the original file.

    `more` has the other fields of the line.
    """

    row: int
    intent: str
    command: str
    more: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"row": self.row, "intent": self.intent, "command": self.command, **self.more}


def read_pairs(paths: Sequence[Path]) -> list[Pair]:
    """All pairs of one file, or of two parallel files."""
    match paths:
        case [path]:
            return _from_one(path)
        case [intents, commands]:
            return _from_two(intents, commands)
    raise UsageError(
        f"Pairs are in one file or in two, but {len(paths)} were named. Name a JSONL, TSV or CSV file, or a "
        f"file of intents and one of commands: all.nl all.cm"
    )


def pairs_of(tasks: Iterable[Task]) -> Iterator[Pair]:
    """The pairs of Bash tasks: one for each reference. The number at the end of a task's id is the row."""
    for position, task in enumerate(tasks):
        if task.code_language == "bash":
            end = task.id.rpartition("/")[2]
            for command in task.references:
                yield Pair(int(end) if end.isdigit() else position, task.intent, command, {"task": task.id})


def write_pairs(path: Path, pairs: Iterable[Pair]) -> None:
    """Write one JSON object per line. The file is written atomically."""
    write_lines(path, (pair.as_json() for pair in pairs))


def write_lines(path: Path, objects: Iterable[Mapping[str, Any]]) -> None:
    try:
        with replacing(path) as file:
            for item in objects:
                file.write(json.dumps(item, ensure_ascii=False).encode() + b"\n")
    except OSError as error:
        raise DataError(
            f"{path} cannot be written: {error.strerror or error}. Name a place that can be."
        ) from error


# ── reading ────────────────────────────────────────────────────────────────────────────────────────


def _from_two(intents: Path, commands: Path) -> list[Pair]:
    left, right = _text(intents).split("\n"), _text(commands).split("\n")
    for lines in (left, right):
        if not lines[-1]:
            lines.pop()
    if len(left) != len(right):
        raise DataError(
            f"{intents} has {len(left)} lines and {commands} has {len(right)}: line by line they belong "
            f"together. Name two files of the same length."
        )
    rows = enumerate(zip(left, right, strict=True))
    return [Pair(row, intent.rstrip("\r"), command.rstrip("\r")) for row, (intent, command) in rows]


def _from_one(path: Path) -> list[Pair]:
    suffix = path.suffix.lower()
    if suffix in _SEPARATORS:
        return list(_from_columns(path, _text(path), _SEPARATORS[suffix]))
    text = _text(path)
    if not text.lstrip().startswith("{"):
        raise DataError(
            f"{path} holds no JSON objects: it begins with {text.lstrip()[:40].splitlines()[0]!r}. One file "
            f"of pairs is JSONL, TSV or CSV; for lines of text name the file of commands, too."
        )
    return list(_from_objects(path, text))


def _from_objects(path: Path, text: str) -> Iterator[Pair]:
    rows = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise DataError(
                f"{path}, line {number}: not JSON: {error}. Write one object a line: "
                f'{{"intent": "...", "command": "..."}}'
            ) from error
        yield _pair(path, number, rows, record if isinstance(record, dict) else {})
        rows += 1


def _from_columns(path: Path, text: str, separator: str) -> Iterator[Pair]:
    # TSV has no quoting: a quote in a command is an ordinary character.
    dialect = _UnquotedTabs if separator == "\t" else csv.excel
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))  # a global setting of the module csv
    lines = csv.DictReader(io.StringIO(text, newline=""), dialect=dialect, strict=True)
    try:
        for row, record in enumerate(lines):
            yield _pair(path, lines.line_num, row, {key: value for key, value in record.items() if key})
    except csv.Error as error:
        raise DataError(
            f"{path}, line {lines.line_num}: {error}. Write it again as CSV, or as JSONL."
        ) from error


def _pair(path: Path, number: int, row: int, record: Mapping[str, Any]) -> Pair:
    values = [record.get(name) for name in ("intent", "command")]
    for name, value in zip(("intent", "command"), values, strict=True):
        if not isinstance(value, str):
            raise DataError(
                f"{path}, line {number}: there is no text '{name}', only {', '.join(record) or 'nothing'}. "
                f"Every pair needs an intent and a command."
            )
    known = record.get("row")
    more = {key: value for key, value in record.items() if key not in ("row", "intent", "command")}
    first = int(known) if isinstance(known, int | str) and str(known).isdigit() else row
    return Pair(first, str(values[0]), str(values[1]), more)


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(
            f"{path} cannot be read: {error.strerror or error}. Check the path, or its permissions."
        ) from error
    if b"\0" in data:
        raise DataError(f"{path} is binary: it has NUL bytes. Name a text file of pairs.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise DataError(f"{path}, line {line}: not UTF-8. Save the file in the encoding UTF-8.") from error
    if not text.strip():
        raise DataError(f"{path} is empty. Name a file with pairs in it.")
    return text
