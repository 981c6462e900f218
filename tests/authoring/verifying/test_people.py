"""Execution and people on the same commands: who says what, how often alike, and always alike."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.analysis.validity import by_verdicts
from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.grounding.tasks import write_tasks
from asmeant.authoring.grounding.trial import Setting, ground
from asmeant.authoring.verifying.people import agreement_table, by_key, commands_for, decide, is_first_half
from asmeant.datasets import load_tasks
from asmeant.datasets.judgements import Judgement, Vote
from asmeant.execution import load_sandbox
from asmeant.execution.shell import ShellRunner
from asmeant.records import Candidate
from asmeant.tables import shown

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    made = ShellRunner()
    yield made
    made.close()


def judged(code: str, right: bool, intent: str = "Find C files") -> Judgement:
    vote = Vote(template=right, command=right)
    return Judgement("file", intent, Candidate("t", 0, code), vote, {"A": vote}, template="x")


ROWS = [
    judged("find . -type f -name '*.c'", True),
    judged("find -name '*.c'", True, "find the C files"),
    judged("find . -name '*.h'", False),
    judged("ls *.c", True),
    judged("find . -iname '*.c'", False),
    judged("", False),
    judged("date", True, "Say what time it is"),
]


def test_verdicts_and_agreement(runner: ShellRunner, tmp_path: Path) -> None:
    commands = commands_for(ROWS)
    assert [len(found) for found in commands.values()] == [5, 1]
    grounded = ground([Pair(0, "find C files", "find . -name '*.c'")], runner, Setting(trees=2, runs=1))
    write_tasks(tmp_path, [grounded])
    (task,) = load_tasks(f"tasks:{tmp_path / 'tasks.jsonl'}")
    decided = decide(task, next(iter(commands.values())), load_sandbox("namespaces"), runs=2)
    assert [verdict.status for verdict in decided.verdicts] == [
        "passed",
        "passed",
        "failed",
        "failed",
        "passed",
    ]
    assert decided.stable == 5
    said = by_verdicts(ROWS, by_key([decided]))
    assert said == [1, 1, 0, 0, 1, None, None]
    (row,) = agreement_table(ROWS, {"execution": said}, "title").rows
    assert [shown(cell) for cell in row] == ["execution", "5", "0.600", "0.667", "0.667", "0.167"]


def test_nothing_decided_has_no_figures() -> None:
    (row,) = agreement_table(ROWS, {"execution": [None] * len(ROWS)}, "title").rows
    assert [shown(cell) for cell in row] == ["execution", "0", "–", "–", "–", "–"]


def test_the_half_of_an_intent_depends_on_its_words_alone() -> None:
    intents = [f"Find all files that are called {number}" for number in range(200)]
    assert 70 < sum(map(is_first_half, intents)) < 130
    assert is_first_half("Find the files") == is_first_half("find files")
