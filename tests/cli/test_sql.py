"""sql, as a person would type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests import needs
from tests.analysis.small_runs import small_run

from asmeant.analysis.tables import VIEWS
from asmeant.cli import asmeant
from asmeant.errors import UsageError

pytest.importorskip("duckdb", reason=needs.DEV)
QUERY = "select task_id, rank, passed, held from judged order by all"


def call(*words: str | Path) -> Result:
    result = CliRunner(env={"COLUMNS": "100"}).invoke(asmeant, ["sql", *map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    small_run(tmp_path / "runs" / "one", {"a": "pf", "b": "u"})
    return tmp_path


def test_a_table_of_the_runs_that_are_here() -> None:
    said = call(QUERY).stdout
    assert [line.split() for line in said.splitlines()[3:6]] == [
        ["a", "0", "yes", '["all"]'],
        ["a", "1", "no", "[]"],
        ["b", "0", "–", "[]"],
    ]
    assert "3 rows" in said


def test_json_and_csv() -> None:
    rows = json.loads(call(QUERY, "--json").stdout)
    assert rows[0] == {"task_id": "a", "rank": 0, "passed": True, "held": ["all"]}
    assert rows[2]["passed"] is None
    assert call(QUERY, "--csv").stdout.splitlines() == [
        "task_id,rank,passed,held", 'a,0,True,"[""all""]"', "a,1,False,[]", "b,0,,[]",
    ]  # fmt: skip


def test_runs_that_are_named(here: Path) -> None:
    other = small_run(here / "elsewhere", {"a": "p"}).path
    assert json.loads(call("select run from runs", other, "--json").stdout) == [{"run": "elsewhere"}]
    both = call("select count(*) as n from runs", other, here / "runs" / "one", "--json")
    assert json.loads(both.stdout) == [{"n": 2}]


def test_views_are_listed() -> None:
    said = call().stdout
    assert all(f"{name}: {view.about}" in said for name, view in VIEWS.items())
    assert "    run VARCHAR, task_id VARCHAR, rank BIGINT, status VARCHAR" in said
    assert {row["view"] for row in json.loads(call("--json").stdout)} == set(VIEWS)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["select 1", "--json", "--csv"], "Choose one"),
        (["select 1", "nowhere"], "nowhere is not a run"),
        (["select nothing from runs"], "The views: runs, tasks"),
        (["drop table runs"], "Runs are only read"),
    ],
)
def test_wrong_words(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call(*words)


def test_no_runs_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    with pytest.raises(UsageError, match="There is no run under runs/ here"):
        call("select 1")
