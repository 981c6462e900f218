"""Files -> Item. Pairs of intent and code, tasks files, and rows as MBPP and CoNaLa publish them.

A file is JSON lines, a JSON list, or CSV with a header. Each row has these fields, under one of these names.
The first that is there and not empty counts:

    intent         rewritten_intent, intent, text, prompt, description, nl, invocation
    code           code, snippet, command, cmd
    id             id, task_id                  without one, the number of the row
    language       lang, intent_language        of the intent
    language       to, code_language            of the code: python or bash
    assertions     test_list as in MBPP, or updated_test_list as in MBUPP: sets by name
                   test_setup_code              runs before them
    source, licence

Rows with `references` or `checks` are tasks: the whole file is read as a tasks file.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from asmeant.authoring.project.records import Item, State
from asmeant.datasets import mbupp, tasks_file
from asmeant.errors import DataError
from asmeant.records import Task

_INTENT = ("rewritten_intent", "intent", "text", "prompt", "description", "nl", "invocation")
_CODE = ("code", "snippet", "command", "cmd")
_ID = ("id", "task_id")
_INTENT_LANGUAGE = ("lang", "intent_language")
_CODE_LANGUAGE = ("to", "code_language")
_PROBES, _SETS, _SETUP = "test_list", "updated_test_list", ("test_setup_code",)
_SOURCE = ("source", "question_id")
_LICENCE = ("licence", "license")
_KNOWN = {
    *_INTENT,
    *_CODE,
    *_ID,
    *_INTENT_LANGUAGE,
    *_CODE_LANGUAGE,
    _PROBES,
    _SETS,
    *_SETUP,
    *_SOURCE,
    *_LICENCE,
}
_OF_TASKS = {"references", "checks", "scaffold"}

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Defaults:
    """Values for fields that a row lacks. Ids that are numbers get the `prefix`."""

    intent_language: str = "en"
    code_language: str = "python"
    source: str = ""
    licence: str = ""
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """The items of a file, and the fields of its rows that are not used."""

    items: tuple[Item, ...]
    unused: tuple[str, ...] = ()


def read_items(path: Path, defaults: Defaults = Defaults()) -> Imported:
    """Every item of a file. An invalid row is an error with its number."""
    rows = list(read_rows(path))
    if not rows:
        raise DataError(f"{path} is empty. Write one pair of intent and code on each line.")
    if any(_OF_TASKS & row.keys() for row in rows):
        return Imported(tuple(items_of(tasks_file.read(path), path.name, defaults)))
    defaults = replace(
        defaults, prefix=defaults.prefix or f"{path.stem}/", source=defaults.source or path.name
    )
    items = []
    for number, row in enumerate(rows, 1):
        try:
            items.append(_item(row, number, defaults))
        except DataError as error:
            raise DataError(f"{path}, row {number}: {error}") from error
    unused = dict.fromkeys(name for row in rows for name in row if name not in _KNOWN)
    return Imported(tuple(items), tuple(unused))


def items_of(tasks: Iterable[Task], origin: str, defaults: Defaults = Defaults()) -> Iterator[Item]:
    """Tasks as items, with their checks unchanged."""
    for task in tasks:
        yield Item(
            id=task.id,
            intent=task.intent,
            intent_language=task.intent_language,
            code_language=task.code_language,
            code=task.references[0] if task.references else "",
            task=task,
            state=_state(task.intent, task.references, task),
            source=task.tags.get("source", defaults.source or origin),
            licence=task.tags.get("licence", defaults.licence),
            check_origins={check.name: f"imported from {origin}" for check in task.checks},
        )


def _item(row: Row, number: int, defaults: Defaults) -> Item:
    intent, code = _text(row, _INTENT), _text(row, _CODE)
    if not intent and not code:
        raise DataError(
            f"there is neither an intent ({', '.join(_INTENT)}) nor code ({', '.join(_CODE)}). "
            f"Found: {', '.join(map(str, row)) or 'nothing'}."
        )
    name = _text(row, _ID)
    # Numbers alone would collide with those of another file.
    item_id = f"{defaults.prefix}{name or number}" if not name or name.isdigit() else name
    task = _task_with_assertions(row, item_id, intent, code)
    return Item(
        id=item_id,
        intent=intent,
        intent_language=_text(row, _INTENT_LANGUAGE) or defaults.intent_language,
        code_language=_text(row, _CODE_LANGUAGE) or defaults.code_language,
        code=task.references[0] if task else code,
        task=task,
        state=_state(intent, code, task),
        source=_source(row, defaults.source),
        licence=_text(row, _LICENCE) or defaults.licence,
        check_origins={check.name: "imported" for check in task.checks} if task else {},
    )


def _task_with_assertions(row: Row, item_id: str, intent: str, code: str) -> Task | None:
    """As in MBPP and MBUPP: assertions that call a function of the code."""
    probes, sets = row.get(_PROBES) or [], row.get(_SETS) or {}
    if isinstance(probes, str):  # a cell of a CSV file
        probes = probes.strip().splitlines()
    if not probes and not sets:
        return None
    published = {"task_id": item_id, "text": intent, "code": code, _PROBES: probes, _SETS: sets}
    try:
        mbpp = msgspec.convert(published, mbupp.Row)
    except msgspec.ValidationError as error:
        raise DataError(f"'{_PROBES}' should be a list of assertions: {error}.") from error
    task = mbupp.to_task(mbpp, "mbupp")
    scaffold = replace(task.scaffold, setup=_text(row, _SETUP))
    return replace(task, id=item_id, scaffold=scaffold, tags={})


def _state(intent: str, code: object, task: Task | None) -> State:
    if task and task.checks:
        return "checked"
    return "written" if intent.strip() and code else "new"


def _source(row: Row, default: str) -> str:
    """The origin of a row. A question of CoNaLa is a place in its file, named after `#`."""
    question = _text(row, ("question_id",))
    return _text(row, ("source",)) or (f"{default}#{question}" if question else default)


def _text(row: Row, names: Iterable[str]) -> str:
    for name in names:
        value = row.get(name)
        if value is not None and not isinstance(value, str | int):
            raise DataError(f"'{name}' should be text, but is {json.dumps(value)[:60]}.")
        if value is not None and str(value).strip():
            return str(value).strip("\n") if name in _CODE else str(value).strip()
    return ""


# ── rows ──


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of JSON lines, of a JSON list, or of CSV."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except IsADirectoryError as error:
        raise DataError(f"{path} is a folder. Name a file in it.") from error
    except FileNotFoundError as error:
        raise DataError(f"There is no file {path}. Check the path.") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not UTF-8 text: {error}. Save it in the encoding UTF-8.") from error
    return _rows(text, path)


def _rows(text: str, path: Path) -> Iterator[Row]:
    start = text.lstrip()[:1]
    if start == "[":
        yield from _checked(_decoded(text, path, 1), path)
    elif start == "{":
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield from _checked([_decoded(line, path, number)], path)
    elif start:
        yield from _csv_rows(text, path)


def _decoded(text: str, path: Path, line: int) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise DataError(f"{path}, line {line}: not JSON: {error}. Write one object on each line.") from error


def _checked(rows: Any, path: Path) -> Iterator[Row]:
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise DataError(f"{path}, row {number}: {json.dumps(row)[:60]} is not an object {{...}}.")
        yield row


def _csv_rows(text: str, path: Path) -> Iterator[Row]:
    try:
        reader = csv.DictReader(text.splitlines(keepends=True), strict=True)
        for row in reader:
            if None in row or None in row.values():
                raise DataError(
                    f"{path}, line {reader.line_num}: the cells do not fit the columns of the first line. "
                    "A cell with commas or quotes must be quoted."
                )
            yield row
    except csv.Error as error:
        raise DataError(f"{path} is neither JSON nor CSV: {error}. Name a file of pairs.") from error
