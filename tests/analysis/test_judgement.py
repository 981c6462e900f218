from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from asmeant.analysis.judgement import (
    accuracy_tables,
    by_person,
    conclusion,
    majority,
    measured,
    pooled,
    references_of,
    settled,
    systems,
    verdict,
    verdicts,
    with_references,
)
from asmeant.datasets.judgements import Judgement, Vote
from asmeant.metrics.character_bleu import CharacterBleu
from asmeant.metrics.top import RightCommand
from asmeant.records import Candidate, Status, Task
from asmeant.tables import shown

RIGHT, HALF, WRONG = Vote(True, True), Vote(True, False), Vote(False, False)


def judged(
    code: str, stated: Vote, *, intent: str = "list files", rank: int = 0, template: str | None = "ls",
    model: str = "one", file: str = "a.csv", task: str = "a/0", **votes: Vote,
) -> Judgement:  # fmt: skip
    return Judgement(file, intent, Candidate(task, rank, code, model=model), stated, votes, template)


@pytest.mark.parametrize(
    ("answers", "most"),
    [
        ((True, True, False), True),
        ((True, False, False), False),
        ((True, None, None), True),
        ((True, False, None), None),
        ((None,), None),
        ((), None),
    ],
)
def test_majority(answers: tuple[bool | None, ...], most: bool | None) -> None:
    assert majority(answers) == most


@pytest.mark.parametrize(
    ("stated", "votes", "concluded"),
    [
        (WRONG, {"A": RIGHT, "B": RIGHT, "C": WRONG}, RIGHT),  # the majority, whatever the file states
        (HALF, {"A": RIGHT, "B": WRONG}, HALF),  # a tie: what the file states
        (HALF, {}, HALF),
        (Vote(), {"A": Vote(template=True)}, Vote(True, None)),
        (WRONG, {"A": RIGHT, "B": WRONG, "C": Vote(template=True)}, Vote(True, False)),
    ],
)
def test_conclusion(stated: Vote, votes: dict[str, Vote], concluded: Vote) -> None:
    assert conclusion(replace(judged("ls", stated), votes=votes)) == concluded


@pytest.mark.parametrize(
    ("vote", "status", "held", "reason"),
    [
        (RIGHT, "passed", ("template", "command"), ""),
        (Vote(False, True), "passed", ("command",), ""),
        (Vote(None, True), "passed", ("command",), ""),
        (HALF, "failed", ("template",), "the template is right, the command is not"),
        (WRONG, "failed", (), "the template is wrong"),
        (Vote(None, False), "failed", (), "the command is wrong"),
        (Vote(True, None), "undecided", ("template",), "the template is right; of the command nothing is said"),
        (Vote(False, None), "undecided", (), "the template is wrong; of the command nothing is said"),
        (Vote(), "undecided", (), "nothing is said"),
    ],
)  # fmt: skip
def test_a_vote_is_a_verdict(vote: Vote, status: Status, held: tuple[str, ...], reason: str) -> None:
    found = verdict(Candidate("t", 2, "ls"), "people", vote)
    assert (found.status, found.held, found.reason) == (status, held, reason)
    assert (found.task_id, found.rank, found.judge) == ("t", 2, "people")


def test_every_person_is_a_judge() -> None:
    row = judged("ls", WRONG, A=RIGHT, B=HALF, C=RIGHT)
    found = {item.judge: item.status for item in verdicts(row)}
    assert found == {"person:A": "passed", "person:B": "failed", "person:C": "passed", "people": "passed"}
    assert by_person(row, "D").status == "undecided"


def test_what_is_said_of_an_answer_holds_for_its_intent_everywhere() -> None:
    rows = [
        judged("ls", HALF, file="a.csv"),
        judged("ls -1", WRONG, file="a.csv", template="ls -1"),
        judged("ls", RIGHT, file="b.csv", intent="List  files."),
        judged("ls .", Vote(False, False), file="b.csv"),  # the same template, and the last word on it
        judged("ls", WRONG, file="b.csv", intent="remove files"),
    ]
    pool = pooled(rows)
    assert settled(rows[0], pool).held == ("command",)
    assert settled(rows[0]).held == ("template",)
    assert settled(rows[1], pool).held == ()
    assert settled(rows[4], pool).status == "failed"


def test_a_row_without_a_template_keeps_what_is_said_of_its_template() -> None:
    rows = [judged("ls", HALF, template=None), judged("", WRONG, template="")]
    assert settled(rows[0], pooled(rows)).held == ("template",)


def test_a_pool_knows_nothing_where_nothing_is_said() -> None:
    row = judged("ls", Vote())
    assert settled(row, pooled([row])).status == "undecided"


def test_accuracy_by_system() -> None:
    rows = [
        judged("ls", WRONG),
        judged("ls -1", RIGHT, rank=1, template="ls -1"),
        judged("pwd", HALF, task="a/1", intent="where am I", template="pwd"),
        judged("cd", WRONG, task="a/1", intent="where am I", rank=1, template="cd"),
        judged("ls", WRONG, model="", file="extra.csv"),
    ]
    (system,) = systems(rows, settled)
    assert (system.file, system.name, len(system.tasks)) == ("a.csv", "one", 2)
    assert [measured(system, RightCommand(k)) for k in (1, 2, 3)] == [0.0, 0.5, None]
    (table,) = accuracy_tables(rows, pooled(rows))
    assert table.title == "a.csv: accuracy"
    assert [[shown(cell) for cell in row] for row in table.rows] == [
        ["one", "here", "0.00", "–", "0.50", "–", "2"]
    ]


def test_published_figures_stand_beside_ours() -> None:
    name = "manual.evaluations.test.tellina.csv"
    (table,) = accuracy_tables([judged("ls", RIGHT, file=name, model="Tellina")], None)
    assert [row[1] for row in table.rows] == ["here", "paper"]
    assert [shown(cell) for cell in table.rows[1][2:6]] == ["0.27", "0.32", "0.53", "0.62"]


def test_references_are_those_of_all_tasks_that_mean_the_same() -> None:
    tasks = [
        Task("0", "List the files", references=("ls",)),
        Task("1", "list  files.", references=("ls", "ls -1")),
        Task("2", "remove files", references=("rm *",)),
    ]
    found = references_of(["list files", "list files", "where am I"], tasks)
    assert found == {"list files": ("ls", "ls -1"), "where am I": ()}
    (system,) = systems([judged("ls -1", RIGHT)], partial(by_person, person="A"))
    assert with_references(system, found).tasks[0].references == ("ls", "ls -1")
    assert measured(with_references(system, found), CharacterBleu()) == 1.0
    assert measured(system, CharacterBleu()) is None
