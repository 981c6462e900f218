from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.questions import AnalysisOptions
from asmeant.analysis.questions.random_probe import alone
from asmeant.records import Check, Observation, Verdict
from asmeant.testing import make_task
from tests.analysis.questions.made import asked, bare, made_run

THREE = Check("all", ("assert f(1)", "assert f(2)", "assert f(3)"))


def test_each_probe_becomes_a_check() -> None:
    task = make_task("a", checks=(THREE, Check("one", ("assert f(4)",)), Check("same", ("a", "b"), "ls")))
    assert [(check.name, check.probes) for check in alone(task).checks] == [
        ("all, probe 1", ("assert f(1)",)),
        ("all, probe 2", ("assert f(2)",)),
        ("all, probe 3", ("assert f(3)",)),
        ("one", ("assert f(4)",)),
        ("same", ("a", "b")),
    ]


@pytest.mark.parametrize(
    "observation",
    [
        Observation("a", 0, "all", ending="tampered", probes_passed=3),
        Observation("a", 0, "all", ending="failed", reason="the code: SyntaxError: invalid syntax"),
    ],
)
def test_what_passes_by_no_probe(observation: Observation, tmp_path: Path) -> None:
    seen = [observation]
    files = made_run(tmp_path / "run", [make_task("a", checks=(THREE,))], {"a": "f"}, observations=seen)
    rows = bare(asked("probes", files).tables[0])
    assert [row[1] for row in rows[:2]] == ["0.0", "0.0"]


def test_several_checks_have_a_chance_each(tmp_path: Path) -> None:
    two = Check("two", ("assert f(1)", "assert f(2)"))
    seen = [
        Observation("a", 0, "all", ending="failed", probes_passed=1),
        Observation("a", 0, "two", ending="failed", probes_passed=1),
    ]
    files = made_run(tmp_path / "run", [make_task("a", checks=(THREE, two))], {"a": "f"}, observations=seen)
    low, high = bare(asked("probes", files).tables[0])[:2]
    assert low[1] == "66.7"  # 1 - (1 - 1/3) (1 - 1/2)
    assert high[1] == "83.3"  # 1 - (1 - 2/3) (1 - 1/2)


def test_with_each_probe_run_alone_it_is_exact(tmp_path: Path) -> None:
    task = make_task("a", checks=(THREE,))
    seen = [Observation("a", rank, "all", ending="failed", probes_passed=0) for rank in (0, 1)]
    whole = made_run(tmp_path / "run", [task], {"a": "ffp"}, observations=seen)
    held = {"a": [["all, probe 2", "all, probe 3"], [], ["all, probe 1", "all, probe 2"]]}
    parts = made_run(tmp_path / "alone", [alone(task)], {"a": "pfp"}, held=held)
    table = asked("probes", whole, options=AnalysisOptions(alone=(parts,))).tables[0]
    # 2/3, 0 and 2/3; only the first of these fails by all.
    assert bare(table)[0] == ["one at random", "44.4", "0.7", "1"]
    assert any("1 candidates pass by all probes in order" in note for note in table.notes)


def test_a_candidate_that_lacks_a_library_is_not_passed_by_any_probe(tmp_path: Path) -> None:
    task = make_task("a", checks=(THREE,))
    seen = [Observation("a", 1, "all", probes_passed=3)]
    files = made_run(tmp_path / "run", [task], {"a": "up"}, observations=seen)
    lacking = Verdict("a", 0, "undecided", missing_libraries=("numpy",))
    with files:
        files.forget(Verdict)
        files.append(lacking, Verdict("a", 1, "passed", ("all",)))
    assert [row[1] for row in bare(asked("probes", files).tables[0])[:2]] == ["50.0", "50.0"]
