"""Judgement -> Verdict -> tables: people's verdicts on candidates: by person, by majority, and pooled.

A person is a judge. `status` is their verdict on the whole command, and `held` names what they call right:
("template", "command"), or ("template",) for a command with a wrong argument. The majority is the judge
"people".

Pooling follows the authors of NL2Bash: a judgement of a template or command applies wherever it answers the
same intent. If there are several, the last one wins, in the order of file names and rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from asmeant.datasets.judgements import Judgement, Vote
from asmeant.languages.natural import normalised_intent
from asmeant.metrics.top import RightCommand, RightTemplate
from asmeant.records import Candidate, Task, Verdict
from asmeant.seams import Metric
from asmeant.tables import Cell, Estimate, Table

PEOPLE = "people"
# A normalised intent, and a template or a command.
Key = tuple[str, str]


def majority(answers: Iterable[bool | None]) -> bool | None:
    """The most frequent answer; None for a tie, or if there is no answer."""
    counts = Counter(answer for answer in answers if answer is not None)
    return None if counts[True] == counts[False] else counts[True] > counts[False]


def conclusion(judgement: Judgement) -> Vote:
    """The adjudicated answer, else the majority of the people, else what the file states."""
    votes = judgement.votes.values()
    return Vote(
        template=_first(
            judgement.adjudicated.template,
            majority(vote.template for vote in votes),
            judgement.stated.template,
        ),
        command=_first(
            judgement.adjudicated.command, majority(vote.command for vote in votes), judgement.stated.command
        ),
    )


def _first(*answers: bool | None) -> bool | None:
    return next((answer for answer in answers if answer is not None), None)


def verdict(candidate: Candidate, judge: str, vote: Vote) -> Verdict:
    """A vote as a verdict."""
    reasons = {
        (True, False): "the template is right, the command is not",
        (False, False): "the template is wrong",
        (None, False): "the command is wrong",
        (True, None): "the template is right; of the command nothing is said",
        (False, None): "the template is wrong; of the command nothing is said",
        (None, None): "nothing is said",
    }
    return Verdict(
        task_id=candidate.task_id,
        rank=candidate.rank,
        status="undecided" if vote.command is None else "passed" if vote.command else "failed",
        held=(*(["template"] if vote.template else []), *(["command"] if vote.command else [])),
        reason=reasons.get((vote.template, vote.command), ""),
        judge=judge,
    )


def verdicts(judgement: Judgement) -> Iterator[Verdict]:
    """One verdict for each person who voted, and that of all of them."""
    for person in judgement.votes:
        yield by_person(judgement, person)
    yield settled(judgement)


def by_person(judgement: Judgement, person: str) -> Verdict:
    """The verdict of one person; undecided if they were not asked."""
    return verdict(judgement.candidate, f"person:{person}", judgement.votes.get(person, Vote()))


# ── pooling ──


@dataclass(frozen=True, slots=True)
class Pool:
    """The conclusion on each template and on each command, as an answer to a normalised intent."""

    templates: Mapping[Key, bool]
    commands: Mapping[Key, bool]


def pooled(judgements: Iterable[Judgement]) -> Pool:
    """All conclusions in one pool. The last one on a template or a command wins."""
    templates: dict[Key, bool] = {}
    commands: dict[Key, bool] = {}
    for judgement in judgements:
        vote, intent = conclusion(judgement), normalised_intent(judgement.intent)
        if judgement.template is not None and vote.template is not None:
            templates[intent, judgement.template] = vote.template
        if vote.command is not None:
            commands[intent, judgement.candidate.code] = vote.command
    return Pool(templates, commands)


def settled(judgement: Judgement, pool: Pool | None = None) -> Verdict:
    """The verdict of the people, or that of the pool if it has one. Without a pool: row by row."""
    vote = conclusion(judgement)
    if pool is not None:
        intent, template = normalised_intent(judgement.intent), vote.template
        if judgement.template is not None:
            template = pool.templates.get((intent, judgement.template), template)
        vote = Vote(template, pool.commands.get((intent, judgement.candidate.code), vote.command))
    return verdict(judgement.candidate, PEOPLE, vote)


# ── accuracy ──


@dataclass(frozen=True, slots=True)
class System:
    """The answers of one system in one file, with people's verdicts: by task, in the order of ranks."""

    file: str
    name: str
    tasks: Sequence[Task]
    candidates: Mapping[str, Sequence[Candidate]]
    verdicts: Mapping[str, Sequence[Verdict]]


def systems(judgements: Iterable[Judgement], judge: Callable[[Judgement], Verdict]) -> list[System]:
    """The systems of all files, with the verdicts of a judge. Candidates without a system are left out."""
    by_system: dict[tuple[str, str], list[Judgement]] = {}
    for judgement in judgements:
        if judgement.candidate.model:
            by_system.setdefault((judgement.file, judgement.candidate.model), []).append(judgement)
    return [_system(file, name, rows, judge) for (file, name), rows in by_system.items()]


def _system(file: str, name: str, rows: Sequence[Judgement], judge: Callable[[Judgement], Verdict]) -> System:
    tasks: dict[str, Task] = {}
    candidates: dict[str, list[Candidate]] = {}
    judged: dict[str, list[Verdict]] = {}
    for row in rows:
        key = row.candidate.task_id
        tasks.setdefault(key, Task(key, row.intent, code_language="bash"))
        candidates.setdefault(key, []).append(row.candidate)
        judged.setdefault(key, []).append(judge(row))
    return System(file, name, list(tasks.values()), candidates, judged)


def references_of(intents: Iterable[str], tasks: Iterable[Task]) -> dict[str, tuple[str, ...]]:
    """For each intent as written, the references of every task with the same normalised intent."""
    spellings: dict[str, list[str]] = {}
    for intent in dict.fromkeys(intents):
        spellings.setdefault(normalised_intent(intent), []).append(intent)
    by_intent: dict[str, dict[str, None]] = {
        intent: {} for same_intents in spellings.values() for intent in same_intents
    }
    for task in tasks:
        for intent in spellings.get(normalised_intent(task.intent), ()):
            by_intent[intent] |= dict.fromkeys(task.references)
    return {intent: tuple(references) for intent, references in by_intent.items()}


def with_references(system: System, references: Mapping[str, tuple[str, ...]]) -> System:
    """The system, with the references of their intents added to its tasks."""
    tasks = [replace(task, references=references.get(task.intent, ())) for task in system.tasks]
    return replace(system, tasks=tasks)


def measured(system: System, metric: Metric) -> float | None:
    """The score of a system by a metric; None if it can decide no task."""
    statistics = [
        metric.measure(task, system.candidates[task.id], system.verdicts[task.id]) for task in system.tasks
    ]
    decided = [value for value in statistics if value is not None]
    return metric.aggregate(decided) if decided else None


ACCURACIES: tuple[Metric, ...] = (RightCommand(1), RightCommand(3), RightTemplate(1), RightTemplate(3))

# Lin et al. 2018: Tables 8 and 9, in the order of ACCURACIES.
_DEV, _ERRORS = "manual.evaluations.dev.samples.csv", "error.analysis.csv"
PUBLISHED: Mapping[tuple[str, str], tuple[float | None, ...]] = {
    (_DEV, "T-Seq2Seq"): (0.10, 0.12, 0.53, 0.59),
    (_DEV, "Tellina"): (0.29, 0.32, 0.51, 0.58),
    (_DEV, "T-CopyNet"): (0.21, 0.34, 0.47, 0.61),
    (_DEV, "ST-Seq2Seq"): (0.19, 0.27, 0.41, 0.53),
    (_DEV, "ST-CopyNet"): (0.31, 0.40, 0.44, 0.53),
    (_DEV, "C-Seq2Seq"): (0.24, 0.27, 0.35, 0.38),
    (_DEV, "C-CopyNet"): (0.25, 0.31, 0.34, 0.41),
    ("manual.evaluations.test.stc.csv", "ST-CopyNet"): (0.36, 0.45, 0.49, 0.61),
    ("manual.evaluations.test.tellina.csv", "Tellina"): (0.27, 0.32, 0.53, 0.62),
    (_ERRORS, "tellina"): (0.29, None, 0.51, None),
    (_ERRORS, "partial.token-copynet"): (0.31, None, 0.44, None),
}


def accuracy_tables(judgements: Sequence[Judgement], pool: Pool | None) -> list[Table]:
    """For each file, the accuracy of its systems by human judgement, and the published figures."""
    all_systems = systems(judgements, partial(settled, pool=pool))
    files = dict.fromkeys(system.file for system in all_systems)
    columns = ("system", "figures", *(metric.name for metric in ACCURACIES), "intents")
    return [
        Table(
            f"{file}: accuracy",
            columns,
            tuple(row for system in all_systems if system.file == file for row in _rows(system)),
        )
        for file in files
    ]


def _rows(system: System) -> Iterator[tuple[Cell, ...]]:
    published = PUBLISHED.get((system.file, system.name))
    figures = {"here": [measured(system, metric) for metric in ACCURACIES], "paper": published}
    for whose, values in figures.items():
        if values:
            cells = [Estimate(value, percent=False, digits=2) for value in values]
            yield system.name, whose, *cells, len(system.tasks)
