"""A run, or a file of answers -> candidates for judges. Each belongs to the item that it answers.

An answer belongs to the item whose id is its `task_id` (or `item`, or `id`), or else to those with the same
normalised `intent`. A file is JSON lines or CSV; the file `candidates.jsonl` of a run is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from asmeant.authoring.project.importing import Row, read_rows
from asmeant.authoring.project.records import Answered, Item, Judged
from asmeant.errors import DataError
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.template import template
from asmeant.languages.natural import normalised_intent
from asmeant.loaded_run import LoadedRun


@dataclass(frozen=True, slots=True)
class Answer:
    """The code of a system, and what it answers."""

    task_id: str
    intent: str
    model: str
    rank: int
    code: str


@dataclass(frozen=True, slots=True)
class Matched:
    """Candidates for judges, and the number of answers that belong to no item."""

    candidates: tuple[Judged, ...]
    unmatched: int


def answers_of_run(run: LoadedRun, model: str = "") -> Iterator[Answer]:
    """The candidates of a run, under the name of its model or another one."""
    for attempt in run.attempts():
        candidate = attempt.candidate
        name = model or candidate.model or run.settings.model
        yield Answer(candidate.task_id, attempt.task.intent, name, candidate.rank, candidate.code)


def answers_of_file(path: Path, model: str = "") -> Iterator[Answer]:
    """The rows of a file. Without a rank, the answers of a system to a task are ranked in order."""
    ranks: dict[tuple[str, str, str], int] = {}
    for number, row in enumerate(read_rows(path), 1):
        task_id, intent = _text(row, "task_id", "item", "id"), _text(row, "intent", "description")
        name = model or _text(row, "model", "system") or path.stem
        if not task_id and not intent:
            raise DataError(
                f"{path}, row {number}: an answer needs 'task_id' or 'intent'. Found: {', '.join(row)}."
            )
        key = task_id, intent, name
        ranks[key] = ranks.get(key, -1) + 1
        yield Answer(task_id, intent, name, _rank(row, ranks[key], path, number), _code(row, path, number))


def matched(answers: Iterable[Answer], items: Iterable[Item]) -> Matched:
    """Candidates by item. The same code for the same item is one candidate, whichever system gave it."""
    by_id = {item.id: item for item in items}
    by_intent: dict[str, list[Item]] = {}
    for item in by_id.values():
        by_intent.setdefault(normalised_intent(item.intent), []).append(item)
    systems: dict[tuple[str, str], list[Answered]] = {}
    unmatched = 0
    for answer in answers:
        targets = _targets(answer, by_id, by_intent)
        unmatched += not targets
        for item in targets:
            systems.setdefault((item.id, answer.code), []).append(Answered(answer.model, answer.rank))
    candidates = (
        Judged(0, item, code, _template(by_id[item], code), tuple(names))
        for (item, code), names in systems.items()
    )
    return Matched(tuple(candidates), unmatched)


def _targets(answer: Answer, by_id: Mapping[str, Item], by_intent: Mapping[str, list[Item]]) -> list[Item]:
    if answer.task_id in by_id:
        return [by_id[answer.task_id]]
    return by_intent.get(normalised_intent(answer.intent), []) if answer.intent.strip() else []


def _template(item: Item, code: str) -> str:
    """The template of a command; empty for Python, and for invalid Bash."""
    try:
        return template(code) if item.code_language == "bash" and code.strip() else ""
    except BashSyntaxError:
        return ""


def _text(row: Row, *names: str) -> str:
    return next((str(row[name]).strip() for name in names if row.get(name) not in (None, "")), "")


def _code(row: Row, path: Path, number: int) -> str:
    for name in ("code", "prediction", "snippet", "command", "cmd"):
        if isinstance(row.get(name), str):
            return str(row[name])
    raise DataError(f"{path}, row {number}: an answer needs 'code'. Found: {', '.join(row)}.")


def _rank(row: Row, default: int, path: Path, number: int) -> int:
    text = _text(row, "rank")
    if text and not text.isdecimal():
        raise DataError(f"{path}, row {number}: 'rank' is '{text[:40]}'. Use 0 for the first answer, 1 ...")
    return int(text) if text else default
