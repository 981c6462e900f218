"""Files -> Task. Anybody's tasks: a JSONL file with one Task on each line, written by hand or by a program.

`tasks:my.jsonl` names such a file wherever a dataset is asked for. A fault stops the reading with the file,
the line and what to do: a task silently left out, or a misspelt field silently ignored, would change the
scores without a word. docs/how-to/bring-your-own-tasks.md is the page for people.
"""

from __future__ import annotations

import gzip
import json
import keyword
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from asmeant.errors import DataError, UsageError, closest
from asmeant.languages.bash.expecting import with_expectations
from asmeant.records import Check, Scaffold, Task, from_json

CODE_LANGUAGES = ("python", "bash")

_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_TASK_FIELDS = tuple(field.name for field in fields(Task))
_CHECK_FIELDS = tuple(field.name for field in fields(Check))
_SCAFFOLD_FIELDS = tuple(field.name for field in fields(Scaffold))
_KINDS = {
    "str": "text in double quotes",
    "array": "a list [...]",
    "object": "an object {...}",
    "bool": "true or false",
    "int": "a number",
    "float": "a number",
    "null": "null",
}


@dataclass(frozen=True, slots=True)
class TasksFile:
    """The dataset `tasks`: its variant is the path of a file, as typed, from the current folder."""

    name: str = "tasks"
    about: str = "your own tasks: a JSONL file, as in tasks:my.jsonl"
    licence: str = "yours"
    citation: str = ""
    home: str = ""
    languages: tuple[str, ...] = ()

    def load(self, data: Path | None, variant: str) -> Iterator[Task]:
        if not variant:
            raise UsageError(
                f"{self.name} needs the path of a file after a colon, as in {self.name}:my.jsonl"
            )
        return read(Path(variant).expanduser())


TASKS = TasksFile()


def read(path: Path) -> Iterator[Task]:
    """The tasks of one file, plain or gzipped, in its order. A missing file is told at once."""
    if path.is_dir():
        raise DataError(f"{path} is a folder. Name one tasks file in it, as in {path / 'my.jsonl'}.")
    if not path.exists():
        raise DataError(f"There is no tasks file at {path}.{_neighbour(path)} Check the path.")
    return _tasks(path)


def _tasks(path: Path) -> Iterator[Task]:
    # Only the ids are kept, to see repeated ones: memory does not grow with the size of the tasks.
    first_lines: dict[str, int] = {}
    for number, line in _lines(path):
        try:
            task = _beside(path, decode(line))
            if task.id in first_lines:
                raise DataError(
                    f"the id '{task.id}' is already taken by line {first_lines[task.id]}. "
                    "Give every task its own id."
                )
        except DataError as fault:
            raise DataError(f"{path}, line {number}: {fault}") from fault
        first_lines[task.id] = number
        yield task
    if not first_lines:
        raise DataError(f"{path} holds no tasks. Write one task, an object {{...}}, on each line.")


def _beside(path: Path, task: Task) -> Task:
    """Its starting trees, if it has any, found from where the file is and not from where we are.

    A check of a command that says nothing of what it expects is given what follows from the command.
    """
    if task.code_language != "bash":
        return task
    folder = path.resolve().parent
    tree = str(folder / task.scaffold.tree) if task.scaffold.tree else ""
    checks = tuple(
        replace(check, trees=tuple(str(folder / place) for place in check.trees)) for check in task.checks
    )
    return with_expectations(replace(task, checks=checks, scaffold=replace(task.scaffold, tree=tree)))


def decode(line: bytes) -> Task:
    """The task on one line. Raises DataError with the first thing that is wrong, in words."""
    record = _record(line)
    for fault in _unknown_fields(record):
        raise DataError(fault)
    try:
        task = from_json(Task, line)
    except msgspec.DecodeError as error:
        raise DataError(_in_words(str(error))) from error
    for fault in faults(task):
        raise DataError(fault)
    return task


def faults(task: Task) -> Iterator[str]:
    """What keeps a well-formed task from being usable."""
    for name in ("id", "intent", "intent_language"):
        if not getattr(task, name).strip():
            yield f"'{name}' is empty. Every task needs one."
    if task.code_language not in CODE_LANGUAGES:
        yield (
            f"'code_language' is '{task.code_language}'. Code is written in "
            f"{' or '.join(CODE_LANGUAGES)}.{_closest(task.code_language, CODE_LANGUAGES)}"
        )
    yield from _check_faults(task.checks)
    yield from _scaffold_faults(task.scaffold, task.code_language)


def _check_faults(checks: Sequence[Check]) -> Iterator[str]:
    seen: set[str] = set()
    for place, check in enumerate(checks):
        if check.name in seen:
            yield (
                f"two checks are called '{check.name}'. Give each check of a task its own 'name': "
                "verdicts say by name which check held."
            )
        seen.add(check.name)
        if not check.probes and check.same_outcome_as is None:
            yield (
                f"checks[{place}] ('{check.name}') has neither 'probes' nor 'same_outcome_as', so everything "
                "would be right. Add a probe, or leave the check out: a task without checks is undecided."
            )
        for number, probe in enumerate(check.probes):
            if not probe.strip():
                yield f"checks[{place}].probes[{number}] is empty. Write code in it, or leave it out."


def _scaffold_faults(scaffold: Scaffold, code_language: str) -> Iterator[str]:
    entry = scaffold.entry
    if entry and (not entry.isidentifier() or keyword.iskeyword(entry)):
        yield f"'entry' is '{entry}', which cannot name a function. Write the bare name, as in \"f\"."
    if scaffold.any_function and not entry:
        yield "'any_function' is true, but 'entry' is missing. Set it to the name that the probes call."
    if code_language != "bash" and (scaffold.tree or scaffold.working_directory or scaffold.clock):
        yield (
            "'tree', 'working_directory' and 'clock' are for commands. "
            "Leave them out, or set 'code_language' to \"bash\"."
        )
    for name in scaffold.files:
        place = PurePosixPath(name)
        # A command has the whole root to itself, other code a folder.
        if (place.is_absolute() and code_language != "bash") or ".." in place.parts or not place.parts:
            yield (
                f"'files' names '{name}', which lies outside the folder that the code runs in. "
                'Use a relative path, as in "notes/today.txt".'
            )


# ── bytes -> JSON ──────────────────────────────────────────────────────────────────────────────────


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Each line that is not blank, with its number."""
    try:
        with path.open("rb") as stream:
            start = stream.peek(len(_GZIP))[: len(_GZIP)]
            text: Iterable[bytes] = gzip.GzipFile(fileobj=stream) if start == _GZIP else stream
            for number, line in enumerate(text, 1):
                stripped = (line.removeprefix(_BOM) if number == 1 else line).strip()
                if stripped:
                    yield number, stripped
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{path} cannot be read: {error}. Make it readable, or copy it anew.") from error


def _neighbour(path: Path) -> str:
    names = [other.name for other in path.parent.glob("*.jsonl*")] if path.parent.is_dir() else []
    return _closest(path.name, names)


def _record(line: bytes) -> dict[str, Any]:
    """The JSON object on a line, with faults that a person who wrote it by hand can act on."""
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise DataError(
            f"byte {error.start + 1} is not UTF-8. Save the file in the encoding UTF-8."
        ) from error
    if text.startswith("["):
        raise DataError(
            "a JSON list begins here. A tasks file has one task, an object {...}, on each line, without "
            "brackets or commas around them. To convert a list: jq -c '.[]' my.json > my.jsonl"
        )
    try:
        record = json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise DataError(_json_fault(text, error)) from error
    except RecursionError as error:
        raise DataError("the JSON is nested too deeply to be a task.") from error
    if not isinstance(record, dict):
        raise DataError(f"found {text[:40]}, but a task is an object {{...}}.")
    return record


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for name, value in pairs:
        if name in record:
            raise DataError(f"the field '{name}' is written twice. Keep one of them.")
        record[name] = value
    return record


def _json_fault(text: str, error: json.JSONDecodeError) -> str:
    if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
        return (
            "the line ends before the task does. Write the whole task on one line, with line breaks inside "
            "text as \\n. To put a pretty-printed task on one line: jq -c . my.json > my.jsonl"
        )
    return f"not JSON at column {error.colno}, near {text[error.pos : error.pos + 20]!r}: {error.msg}."


# ── JSON -> words ──────────────────────────────────────────────────────────────────────────────────


def _unknown_fields(record: Mapping[str, Any]) -> Iterator[str]:
    """Misspelt fields, at every level: the decoder would pass over them."""
    yield from _unknown(record, _TASK_FIELDS, "")
    yield from _unknown(record.get("scaffold"), _SCAFFOLD_FIELDS, "scaffold.")
    checks = record.get("checks")
    for place, check in enumerate(checks if isinstance(checks, list) else []):
        yield from _unknown(check, _CHECK_FIELDS, f"checks[{place}].")


def _unknown(record: object, known: Sequence[str], where: str) -> Iterator[str]:
    for name in record if isinstance(record, dict) else ():
        if name not in known:
            hint = _other_home(name) or _closest(name, known) or f" Known: {', '.join(known)}."
            yield f"no field is called '{where}{name}'.{hint}"


def _other_home(name: str) -> str:
    """Where a field belongs that is spelt right but stands at the wrong level."""
    homes = {"the task": _TASK_FIELDS, "'scaffold'": _SCAFFOLD_FIELDS, "a check": _CHECK_FIELDS}
    return "".join(f" '{name}' belongs in {home}." for home, names in homes.items() if name in names)


def _closest(name: str, known: Sequence[str]) -> str:
    close = closest(name, known)
    return f" Closest: '{close}'." if close else ""


def _in_words(message: str) -> str:
    """msgspec's message, for somebody who has not read msgspec's manual."""
    if found := re.fullmatch(r"Object missing required field `(\w+)`", message):
        return f"'{found[1]}' is missing. Every task needs one."
    if found := re.fullmatch(r"Expected `(.+)`, got `(.+)` - at `\$\.(.+)`", message):
        wanted = " or ".join(_KINDS.get(kind, kind) for kind in found[1].split(" | "))
        return f"'{found[3]}' should be {wanted}, but is {_KINDS.get(found[2], found[2])}."
    return message
