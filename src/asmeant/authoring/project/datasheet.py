"""Project -> Datasheet: what users of the benchmark must know, as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from asmeant.analysis.annotators import Agreement, annotator_tables
from asmeant.authoring.project.project import Project
from asmeant.authoring.project.records import Event, Item, Judgement
from asmeant.languages import python
from asmeant.languages.bash.command import calls
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.understanding import understand
from asmeant.records import from_json
from asmeant.tables import Cell, Table

NONE = "none"
UNKNOWN = "not stated"
# Kinds of events, and their names for readers.
DEEDS = {
    "add": "items added",
    "save": "items changed",
    "propose": "descriptions proposed",
    "vote": "votes",
    "judge": "judgements",
    "adjudicate": "adjudications",
}


@dataclass(frozen=True, slots=True)
class Datasheet:
    """A title, general sentences, and tables."""

    title: str
    about: tuple[str, ...]
    tables: tuple[Table, ...]


def datasheet(
    project: Project, items: Sequence[Item], left_out: Mapping[str, str], agreements: Sequence[Agreement] = ()
) -> Datasheet:
    """About the included items, and why others are left out. `agreements` are added to those of judges."""
    events = project.history()
    agreements = [*agreements, *(project.agreement(question) for question in project.judged_questions())]
    tables = [
        _counts("Languages", ("intents in", "code in", "tasks"), (_languages(item) for item in items)),
        _counts("Libraries and commands", ("uses", "tasks"), _each(map(uses, items))),
        _counts("Licences", ("licence", "tasks"), ((item.licence or UNKNOWN,) for item in items)),
        _counts("Sources", ("source", "tasks"), ((_source(item),) for item in items)),
        _counts("Checks of a task", ("checks", "tasks"), ((_check_count(item),) for item in items)),
        _counts("How checks were made", ("origin", "checks"), _each(map(_origins, items))),
        _descriptions(project, items),
        *annotator_tables(agreements),
        *_outcome_tables(project),
        _people(project, events),
        _counts("Decisions", ("decision", "by", "items"), ((d.what, d.by) for d in decisions(events))),
        Table("Left out", ("item", "reason"), tuple(left_out.items())),
    ]
    checked = sum(bool(item.task and item.task.checks) for item in items)
    about = (
        f"Tasks: {len(items):,}. With checks: {checked:,}. Items that were left out: {len(left_out):,}.",
        "People are named by pseudonyms. Intervals have 95% confidence.",
    )
    return Datasheet(project.name, about, tuple(table for table in tables if table.rows))


def uses(item: Item) -> tuple[str, ...]:
    """The libraries that the code of an item imports, or the commands that it calls."""
    if item.code_language == "bash":
        try:
            names = {call.name for call in calls(understand(item.code)) if call.name}
        except BashSyntaxError:
            names = set()
    else:
        scaffold = item.task.scaffold if item.task else None
        sources = (item.code, scaffold.before, scaffold.setup) if scaffold else (item.code,)
        declared = scaffold.libraries if scaffold else ()
        names = {name.partition(".")[0] for name in (*declared, *python.imports(*sources))}
    return tuple(sorted(names)) or (NONE,)


def _source(item: Item) -> str:
    return item.source.partition("#")[0] or UNKNOWN


def _languages(item: Item) -> tuple[str, str]:
    return item.intent_language, item.code_language


def _check_count(item: Item) -> str:
    return str(len(item.task.checks)) if item.task else "0"


def _origins(item: Item) -> tuple[str, ...]:
    return tuple(
        item.check_origins.get(check.name, UNKNOWN) for check in (item.task.checks if item.task else ())
    )


def _each(groups: Iterable[Sequence[str]]) -> Iterator[tuple[str]]:
    return ((name,) for names in groups for name in names)


def _counts(title: str, columns: tuple[str, ...], keys: Iterable[tuple[str, ...]]) -> Table:
    """How often each key occurs, the most frequent first."""
    counts = sorted(Counter(keys).items(), key=lambda entry: (-entry[1], entry[0]))
    return Table(title, columns, tuple((*key, count) for key, count in counts))


def _descriptions(project: Project, items: Sequence[Item]) -> Table:
    """How intents were made: by which strategy, and with how many votes."""
    intents = {item.id: item.intent for item in items}
    voters = Counter(vote.item for vote in project.votes())
    strategies = [
        (proposal.strategy, str(voters[proposal.item]))
        for proposal in project.proposals()
        if intents.get(proposal.item) == proposal.text
    ]
    return _counts("Descriptions chosen among proposals", ("strategy", "votes", "tasks"), strategies)


def _outcome_tables(project: Project) -> Iterator[Table]:
    answers: list[tuple[str, ...]] = []
    causes: list[tuple[str, ...]] = []
    for question in project.judged_questions():
        for outcome in project.outcomes(question):
            decision = "adjudicated" if outcome.final else "by majority"
            answers.append(
                (question, outcome.answer or "no majority", decision if outcome.answer else "open")
            )
            causes += [(question, cause) for cause in outcome.causes]
    yield _counts("Answers", ("question", "answer", "how", "judged"), answers)
    yield _counts("Causes of errors", ("question", "cause", "named"), causes)


def _people(project: Project, events: Sequence[Event]) -> Table:
    deeds = Counter((event.person, event.what) for event in events)
    rows: list[tuple[Cell, ...]] = [
        (person.name, person.role, *(deeds[person.name, deed] for deed in DEEDS))
        for person in project.people()
    ]
    return Table("People", ("person", "role", *DEEDS.values()), tuple(rows))


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's decision about an item: a final answer, or its state."""

    item: str
    what: str
    by: str
    when: str


def decisions(events: Iterable[Event]) -> Iterator[Decision]:
    for event in events:
        if event.what == "adjudicate":
            final = from_json(Judgement, event.after)
            yield Decision(event.item, f"{final.question}: {final.answer}", event.person, event.when)
        elif event.what == "save":
            before, after = from_json(Item, event.before), from_json(Item, event.after)
            if before.state != after.state and after.state in ("described", "checked", "done", "refused"):
                yield Decision(event.item, after.state, event.person, event.when)
