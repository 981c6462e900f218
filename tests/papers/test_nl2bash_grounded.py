"""NL2Bash executed: what its published pairs decide in trees of their own, and what people say of it.

The whole of it takes minutes (docs/papers/nl2bash.md has those figures); here it is every twelfth intent.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.analysis.validity import by_verdicts, voted_on
from asmeant.authoring.corpus.pairs import pairs_of
from asmeant.authoring.grounding.tasks import write_tasks
from asmeant.authoring.grounding.trial import Grounded, Setting, ground, groups
from asmeant.authoring.verifying.people import agreement_table, by_key, commands_for, decide
from asmeant.datasets import load_tasks
from asmeant.datasets.judgements import judgement_files, read_judgements
from asmeant.execution import load_sandbox
from asmeant.execution.shell import ShellRunner
from asmeant.languages.natural import normalised_intent
from asmeant.tables import number

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces"),
]


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    made = ShellRunner()
    yield made
    made.close()


@pytest.fixture(scope="module")
def some(released_data: Path, runner: ShellRunner) -> list[Grounded]:
    everything = groups(pairs_of(load_tasks("nl2bash:test", data=released_data)))
    assert (len(everything), sum(map(len, everything))) == (547, 606)
    return [ground(pairs, runner, Setting(trees=2, runs=1)) for pairs in everything[::24]]


def test_most_pairs_decide_something(some: list[Grounded]) -> None:
    references = [reference for grounded in some for reference in grounded.references]
    assert sum(reference.decides for reference in references) > 0.5 * len(references)
    assert all(reference.reason or reference.trees for reference in references)


@pytest.mark.thorough
def test_people_mostly_agree(some: list[Grounded], released_data: Path, tmp_path: Path) -> None:
    files = judgement_files(released_data / "nl2bash" / "judgements")
    rows = voted_on([row for path in files for row in read_judgements(path)])
    commands = commands_for(rows)
    write_tasks(tmp_path, some)
    sandbox = load_sandbox("namespaces")
    decided = [
        decide(task, commands[normalised_intent(task.intent)], sandbox, runs=1)
        for task in load_tasks(f"tasks:{tmp_path / 'tasks.jsonl'}")
    ]
    said = by_verdicts(rows, by_key(decided))
    (row,) = agreement_table(rows, {"execution": said}, "").rows
    candidates, *figures = [number(cell) or 0.0 for cell in row[1:]]
    assert candidates > 40
    for figure, least in zip(
        figures, (0.75, 0.6, 0.5, 0.45), strict=True
    ):  # accuracy, precision, recall, kappa
        assert figure > least
