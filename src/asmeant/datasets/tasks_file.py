"""Files -> Task. The user's own tasks: a JSONL file with one Task on each line.

`tasks:my.jsonl` names such a file wherever a dataset is expected. Any fault raises an error with the file,
the line and what to do: skipped tasks and ignored fields would change the scores unnoticed. The user's guide
is docs/how-to/bring-your-own-tasks.md.
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
    """The dataset `tasks`. Its variant is the path of a file, relative to the current folder."""

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
    """The tasks of one file, which may be gzipped, in order. A missing file raises an error immediately."""
    if path.is_dir():
        raise DataError(f"{path} is a folder. Name one tasks file in it, as in {path / 'my.jsonl'}.")
    if not path.exists():
        raise DataError(f"There is no tasks file at {path}.{_neighbour(path)} Check the path.")
    return _tasks(path)


def _tasks(path: Path) -> Iterator[Task]:
    # Only the ids are kept, to detect duplicates: the tasks may be larger than the memory.
    first_lines: dict[str, int] = {}
    for number, line in _lines(path):
        try:
            task = _resolved(path, decode(line))
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


def _resolved(path: Path, task: Task) -> Task:
    """Resolve the paths of its file trees, relative to the tasks file, and add missing expectations.

    If the check of a command has no expectation, it is derived from the command.
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
    """The task on one line. Raises DataError with a readable message for the first fault."""
    record = _record(line)
    for fault in _unknown_fields(record):
        raise DataError(fault)
    try:
        task = from_json(Task, line)
    except msgspec.DecodeError as error:
        raise DataError(_readable(str(error))) from error
    for fault in faults(task):
        raise DataError(fault)
    return task


def faults(task: Task) -> Iterator[str]:
    """Reasons why a well-formed task cannot be used."""
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
    names: set[str] = set()
    for place, check in enumerate(checks):
        if check.name in names:
            yield (
                f"two checks are called '{check.name}'. Give each check of a task its own 'name': "
                "verdicts say by name which check held."
            )
        names.add(check.name)
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
        # A command may use any path below `/`, other code only its working folder.
        if (place.is_absolute() and code_language != "bash") or ".." in place.parts or not place.parts:
            yield (
                f"'files' names '{name}', which lies outside the folder that the code runs in. "
                'Use a relative path, as in "notes/today.txt".'
            )


# ── bytes -> JSON ──────────────────────────────────────────────────────────────────────────────────


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Each line that is not empty, with its number."""
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
    """The JSON object on a line. Errors have messages for people who wrote the file by hand."""
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


# ── messages ───────────────────────────────────────────────────────────────────────────────────────


def _unknown_fields(record: Mapping[str, Any]) -> Iterator[str]:
    """Unknown fields at every level, which the decoder would ignore."""
    yield from _unknown(record, _TASK_FIELDS, "")
    yield from _unknown(record.get("scaffold"), _SCAFFOLD_FIELDS, "scaffold.")
    checks = record.get("checks")
    for place, check in enumerate(checks if isinstance(checks, list) else []):
        yield from _unknown(check, _CHECK_FIELDS, f"checks[{place}].")


def _unknown(record: object, known: Sequence[str], where: str) -> Iterator[str]:
    for name in record if isinstance(record, dict) else ():
        if name not in known:
            hint = _other_level(name) or _closest(name, known) or f" Known: {', '.join(known)}."
            yield f"no field is called '{where}{name}'.{hint}"


def _other_level(name: str) -> str:
    """The level to which a field belongs that is spelt correctly but is at the wrong level."""
    levels = {"the task": _TASK_FIELDS, "'scaffold'": _SCAFFOLD_FIELDS, "a check": _CHECK_FIELDS}
    return "".join(f" '{name}' belongs in {level}." for level, names in levels.items() if name in names)


def _closest(name: str, known: Sequence[str]) -> str:
    close = closest(name, known)
    return f" Closest: '{close}'." if close else ""


def _readable(message: str) -> str:
    """A message of msgspec, in words of this file format."""
    if match := re.fullmatch(r"Object missing required field `(\w+)`", message):
        return f"'{match[1]}' is missing. Every task needs one."
    if match := re.fullmatch(r"Expected `(.+)`, got `(.+)` - at `\$\.(.+)`", message):
        expected = " or ".join(_KINDS.get(kind, kind) for kind in match[1].split(" | "))
        return f"'{match[3]}' should be {expected}, but is {_KINDS.get(match[2], match[2])}."
    return message
