"""Project -> files to publish: tasks, judgements, file trees, and a datasheet.

tasks.jsonl               every included item, as a task
trees/                    the file trees that checks of commands name
judgements.csv            people's judgements of candidates: for `asmeant judgement` and `asmeant agree`
judgements-of-pairs.csv   the same for the pairs themselves
decisions.csv             who decided what about which item, and when
datasheet.md              counts, licences, agreement, who decided what, what was refused
"""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from asmeant.analysis.annotators import Agreement
from asmeant.authoring.project.datasheet import Datasheet, datasheet, decisions
from asmeant.authoring.project.judging import Outcome
from asmeant.authoring.project.project import Project
from asmeant.authoring.project.records import THE_PAIR, Answered, Item, Judged, State
from asmeant.errors import DataError, UsageError
from asmeant.files import write_whole
from asmeant.records import Task, to_json

TASKS, JUDGEMENTS, PAIRS, DECISIONS = "tasks.jsonl", "judgements", "judgements-of-pairs", "decisions.csv"
DATASHEET, TREES = "datasheet.md", "trees"
# The system name for the code of the pair itself.
REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class Export:
    """What was written: the tasks, the other files, and why each other item was left out."""

    tasks: tuple[Task, ...]
    left_out: Mapping[str, str]
    files: tuple[Path, ...]


def export(
    project: Project,
    folder: Path,
    to_markdown: Callable[[Datasheet], str],
    states: Sequence[State] = (),
    agreements: Sequence[Agreement] = (),
) -> Export:
    """Writes the files. Items in `states` are included; by default, all that are not refused.

    `agreements` are printed in the datasheet in addition to those of the judges: of voters, for example.
    """
    items = project.items()
    left_out = {item.id: reason for item in items if (reason := _why_not(item, states))}
    exported = [item for item in items if item.id not in left_out]
    if not exported:
        raise UsageError(
            f"None of the {len(items):,} items can be exported. "
            f"{next((f'{name}: {reason}.' for name, reason in left_out.items()), 'Import some first.')}"
        )
    _prepare(folder)
    tasks = tuple(_with_trees(as_task(item), folder) for item in exported)
    contents = {
        TASKS: b"".join(to_json(task) + b"\n" for task in tasks),
        **judgement_files(project, exported),
        **_decision_file(project),
        DATASHEET: to_markdown(datasheet(project, exported, left_out, agreements)).encode(),
    }
    for name, content in contents.items():
        write_whole(folder / name, content)
    return Export(tasks, left_out, tuple(folder / name for name in contents))


def _prepare(folder: Path) -> None:
    """Makes the folder, or removes the judgements of an earlier export, which may have had more files."""
    if (folder / TASKS).exists() and not (folder / DATASHEET).exists():
        raise UsageError(
            f"{folder} has a file {TASKS} that is not of an export: there is no {DATASHEET} beside it. "
            "Choose another folder."
        )
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob(f"{JUDGEMENTS}*.csv"):
        path.unlink()


def as_task(item: Item) -> Task:
    """The task of an item: its checks, with the current intent, languages and code of the item."""
    task = item.task or Task(item.id, item.intent)
    more = task.references[1:]
    references = (item.code, *(code for code in more if code != item.code)) if item.code.strip() else more
    notes = {"source": item.source, "licence": item.licence}
    return replace(
        task,
        id=item.id,
        intent=item.intent,
        intent_language=item.intent_language,
        code_language=item.code_language,
        references=references,
        tags={**task.tags, **{name: text for name, text in notes.items() if text}},
    )


def _why_not(item: Item, states: Sequence[State]) -> str:
    if item.state == "refused":
        return f"refused: {item.reason}"
    if states and item.state not in states:
        return f"its state is '{item.state}'"
    if not item.intent.strip():
        return "it has no intent"
    return "" if item.code.strip() or item.task else "it has no code"


def _decision_file(project: Project) -> dict[str, bytes]:
    rows = [asdict(decision) for decision in decisions(project.history())]
    return {DECISIONS: _csv(rows)} if rows else {}


# ── file trees ──


def _with_trees(task: Task, folder: Path) -> Task:
    """The task with copies of its file trees next to the tasks file, named relative to it."""
    checks = tuple(
        replace(check, trees=tuple(_copied(tree, folder) for tree in check.trees)) if check.trees else check
        for check in task.checks
    )
    tree = _copied(task.scaffold.tree, folder) if task.scaffold.tree else ""
    return replace(task, checks=checks, scaffold=replace(task.scaffold, tree=tree))


def _copied(tree: str, folder: Path) -> str:
    source = Path(tree)
    name = f"{TREES}/{source.parent.name}-{source.name}" if source.parent.name else f"{TREES}/{source.name}"
    target = folder / name
    try:
        if source.resolve() != target.resolve():
            target.parent.mkdir(exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
            else:
                shutil.copyfile(source, target)
    except OSError as error:
        raise DataError(
            f"The file tree {tree} cannot be copied: {error}. Put it back, or change the task."
        ) from error
    return name


# ── judgements ──


def judgement_files(project: Project, items: Sequence[Item]) -> dict[str, bytes]:
    """By name. Rows with the same intent are one task, so a second item with it is in a second file."""
    files: dict[str, bytes] = {}
    candidates: dict[str, list[Judged]] = {}
    for candidate in project.candidates():
        candidates.setdefault(candidate.item, []).append(candidate)
    pairs = {item.id: [_pair(item)] for item in items}
    for name, subjects, questions in (
        (JUDGEMENTS, candidates, {"template": "template", "command": "command"}),
        (PAIRS, pairs, {"command": "correct"}),
    ):
        outcomes = {
            column: {(outcome.item, outcome.candidate): outcome for outcome in project.outcomes(question)}
            for column, question in questions.items()
        }
        persons = _persons(outcomes)
        for number, rounds in enumerate(_distinct_intents(items), 1):
            rows = [
                row for item in rounds for row in _rows(item, subjects.get(item.id, ()), outcomes, persons)
            ]
            if rows and persons:
                files[f"{name}.csv" if number == 1 else f"{name}-{number}.csv"] = _csv(rows)
    return files


Outcomes = Mapping[str, Mapping[tuple[str, int], Outcome]]


def _pair(item: Item) -> Judged:
    return Judged(THE_PAIR, item.id, item.code, systems=(Answered(REFERENCE, 0),))


def _persons(outcomes: Outcomes) -> list[str]:
    return sorted(
        {name for by_subject in outcomes.values() for o in by_subject.values() for name in o.answers}
    )


def _distinct_intents(items: Sequence[Item]) -> list[list[Item]]:
    """The items in lists, in each of which every intent occurs once."""
    lists: list[list[Item]] = []
    occurrences: dict[str, int] = {}
    for item in items:
        number = occurrences.get(item.intent, 0)
        occurrences[item.intent] = number + 1
        if number == len(lists):
            lists.append([])
        lists[number].append(item)
    return lists


def _rows(
    item: Item, candidates: Sequence[Judged], outcomes: Outcomes, persons: Sequence[str]
) -> Iterator[dict[str, str]]:
    """A row for each answer of each system, in the order of their ranks."""
    answers = [(system, candidate) for candidate in candidates for system in candidate.systems]
    for system, candidate in sorted(answers, key=lambda answer: (answer[0].model, answer[0].rank)):
        row = {
            "description": item.intent,
            "model": system.model,
            "prediction": candidate.code,
        }
        if "template" in outcomes:
            row["template"] = candidate.template
        for column in ("template", "command"):
            outcome = outcomes.get(column, {}).get((item.id, candidate.id))
            row |= _cells(column, outcome, persons, is_empty=not candidate.code.strip())
        judged = [outcomes[column].get((item.id, candidate.id)) for column in outcomes]
        row["Error Category"] = next((cause for outcome in judged if (cause := _cause(outcome))), "")
        yield row


def _cells(column: str, outcome: Outcome | None, persons: Sequence[str], is_empty: bool) -> dict[str, str]:
    """No judge is asked about an answer without code: it is wrong."""
    answers = outcome.answers if outcome else {}
    stated = (outcome.answer if outcome else None) or ("n" if is_empty else "")
    return {
        f"correct {column}": stated,
        f"adjudicated {column}": outcome.final.answer if outcome and outcome.final else "",
        **{f"correct {column} {person}": answers.get(person, "") for person in persons},
    }


def _cause(outcome: Outcome | None) -> str:
    """The most frequent cause among the answers that count."""
    causes = outcome.causes if outcome else ()
    return max(causes, key=causes.count, default="")


def _csv(rows: Sequence[Mapping[str, str]]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
