"""Questions in SQL: the answers, and that nothing can be changed or reached by them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from asmeant.analysis.sql import ask
from asmeant.analysis.tables import VIEWS, columns, rows
from asmeant.errors import RunError, UsageError
from asmeant.runs import RunFolder
from tests import needs
from tests.analysis.small_runs import small_run

pytest.importorskip("duckdb", reason=needs.DEV)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return small_run(
        tmp_path / "mine",
        {"a": "pf", "b": "ff", "c": "uu"},
        tags={"a": {"library": "re"}},
        languages={"b": "es"},
    )


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("select count(*) from verdicts", [(6,)]),
        ("select status, count(*) from verdicts group by 1 order by 1", [("failed", 3), ("passed", 1), ("undecided", 2)]),
        ("select avg(passed::int) from judged", [(0.25,)]),
        ("select intent_language, avg(pass_at_1) from task_scores group by 1 order by 1", [("en", 0.5), ("es", 0.0)]),
        ("select task_id from tasks where tags['library'] = 're'", [("a",)]),
        ("select checks->0->>'name', len(reference) from tasks limit 1", [("all", 1)]),
        ("select held[1] from judged where passed", [("all",)]),
        ("select t.task_id from task_scores t join runs r using (run) where r.samples = 2 and t.solved", [("a",)]),
        ("select * from scores", []),
        ("with hard as (select * from task_scores where not solved) select task_id from hard;", [("b",)]),
    ],
)  # fmt: skip
def test_answers(query: str, answer: list[tuple[object, ...]], run: RunFolder) -> None:
    assert list(ask(run, query).rows) == answer


def test_the_questions_of_the_page_are_answered(run: RunFolder) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "sql.md").read_text("utf-8")
    questions = re.findall(r"^```sql\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    answers = [list(ask(run, question).rows) for question in questions]
    assert answers == [
        [("b", "the intent\nof b")],
        [("fake", "", 3)],
        [("all", 1)],
        [("mine", None, None, None, None)],
    ]


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_the_same_table_as_in_python(view: str, run: RunFolder) -> None:
    found = ask(run, f"select * from {view}")
    assert found.columns == tuple(columns(view))
    same = [name for name, kind in columns(view).items() if kind != "JSON"]
    for row, wanted in zip(found.rows, rows(run, view), strict=True):
        named = dict(zip(found.columns, row, strict=True))
        assert {name: named[name] for name in same} == {name: wanted[name] for name in same}


def test_several_runs_are_asked_at_once(run: RunFolder, tmp_path: Path) -> None:
    other = small_run(tmp_path / "other", {"a": "p"})
    query = "select run, count(*) filter (passed) from judged group by run order by run"
    assert list(ask([run, other], query).rows) == [("mine", 1), ("other", 1)]


def test_a_torn_line_is_passed_over_and_a_broken_one_is_told(run: RunFolder) -> None:
    path = run.path / "verdicts.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    assert list(ask(run, "select count(*) from verdicts").rows) == [(5,)]
    path.write_bytes(b"{}\n" + whole)
    with pytest.raises(RunError, match=r"verdicts.jsonl, line 1 does not hold a Verdict"):
        ask(run, "select 1")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("selec 1", 'syntax error at or near "selec".*The views: runs, tasks, .*Their columns: asmeant sql'),
        ("select reasons from verdicts", 'Referenced column "reasons" not found.*Candidate bindings: "reason"'),
        ("select * from verdict", 'Table with name verdict does not exist.*The views: runs'),
        ("delete from verdicts", "answers one select"),
        ("select 1; drop table runs", "answers one select"),
        ("create table x as select 1", "answers one select"),
        ("copy runs to 'runs.csv'", "answers one select"),
        ("set threads = 1", "answers one select"),
        ("", "answers one select"),
        ("select * from read_text('/etc/hostname')", "file system operations are disabled"),
        ("select * from 'verdicts.jsonl'", "file system operations are disabled"),
        ("select 1 / 'x'", "Could not convert"),
    ],
)  # fmt: skip
def test_what_is_refused(query: str, message: str, run: RunFolder) -> None:
    with pytest.raises(UsageError, match=message):
        ask(run, query)


def test_without_duckdb_the_extra_is_named(run: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(UsageError, match=r"pip install 'asmeant\[sql\]'"):
        ask(run, "select 1")
