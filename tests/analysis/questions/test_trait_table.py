from __future__ import annotations

from pathlib import Path

from asmeant.analysis.published import paper
from asmeant.analysis.questions.trait_table import PRINTED, trait_table
from asmeant.analysis.questions.traits import (
    EXTRA,
    OTHER_FUNCTION,
    STEPS,
)
from asmeant.loaded_run import Attempt
from asmeant.records import Candidate, Scaffold, Task, Verdict
from tests.analysis.questions.made import asked, cells, made_run

BEFORE = "def f(x, y):\n    return "


def attempt(reference: str, code: str, setup: str = "", domain: str = "open", id_: str = "a") -> Attempt:
    scaffold = Scaffold(before=BEFORE, setup=setup, entry="f")
    task = Task(id_, "", references=(reference,), scaffold=scaffold, tags={"domain": domain})
    return Attempt(task, Candidate(id_, 0, code), Verdict(id_, 0, "failed"))


def test_tasks_are_counted_beside_the_paper() -> None:
    table = trait_table(
        [
            attempt("sorted(set(x))", "sorted(x)"),
            attempt("sorted(set(x))", "list(x)"),
            attempt("sum(x)", "max(x)", id_="b"),
            attempt("x + y", "def f(x, y):\n    z = 1\n    return x", domain="closed", id_="c"),
        ]
    )
    assert table is not None
    found = {row[0]: row[1:7] for row in cells(table)}
    assert found[STEPS] == ["1", "50.0", "15.4", "0", "0.0", "–"]
    assert found[OTHER_FUNCTION] == ["2", "100.0", "34.6", "0", "0.0", "–"]
    assert found[EXTRA] == ["0", "0.0", "–", "1", "100.0", "9.1"]


def test_every_printed_class_is_a_stated_figure() -> None:
    assert set(PRINTED.values()) <= {item.what for item in paper("odex").stated}


def test_it_is_part_of_the_errors_of_a_run_with_domains(tmp_path: Path) -> None:
    task = attempt("sum(x)", "").task
    run = made_run(tmp_path / "run", [task], {"a": "f"}, {"a": ["max(x)"]})
    assert "Errors as ODEX's section C has them" in [table.title for table in asked("errors", run).tables]
    plain = made_run(tmp_path / "plain", [Task("a", "", references=("1",))], {"a": "f"}, {"a": ["2"]})
    assert not any("section C" in table.title for table in asked("errors", plain).tables)
