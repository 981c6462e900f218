"""list runs: how far each run has come, and its main score."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant


def call(*words: str) -> str:
    result = CliRunner().invoke(asmeant, list(words))
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished run, one that is only asked, and a folder that is none; oldest first."""
    monkeypatch.chdir(tmp_path)
    call("run", "sample", "--model", "reference", "--limit", "3", "--samples", "2", "--out", "runs/done")
    call("generate", "sample", "--model", "reference", "--limit", "4", "--out", "runs/asked")
    (tmp_path / "runs" / "notes").mkdir()
    for age, name in ((200, "done"), (100, "asked")):
        for path in (tmp_path / "runs" / name).iterdir():
            os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return tmp_path / "runs"


def test_each_run_with_its_progress_and_score(runs: Path) -> None:
    lines = call("list", "runs").splitlines()
    assert lines[0] == "runs/asked"
    assert lines[1].startswith("    reference on sample · 0 of 4 judged · 2023-11-")
    assert lines[2] == "runs/done"
    assert "reference on sample · 6 judged · pass@1 100.0" in lines[3]
    assert len(lines) == 4


def test_as_json(runs: Path) -> None:
    asked, done = json.loads(call("list", "runs", "--json"))
    assert (asked["run"], asked["candidates"], asked["verdicts"], asked["score"]) == (
        "runs/asked",
        4,
        0,
        None,
    )
    assert (done["dataset"], done["model"], done["tasks"]) == ("sample", "reference", 3)
    assert (done["candidates_wanted"], done["candidates"], done["verdicts"]) == (6, 6, 6)
    assert done["score"]["metric"] == "pass@1"
    assert done["score"]["value"] == 1.0
    assert done["id"].startswith("sample-reference-")
    assert done["changed"].startswith("2023-11-")


def test_another_folder_and_a_run_itself(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert [item["run"] for item in json.loads(call("list", "runs", str(runs), "--json"))] == [
        str(runs / "asked"),
        str(runs / "done"),
    ]
    (only,) = json.loads(call("list", "runs", str(runs / "done"), "--json"))
    assert only["verdicts"] == 6


def test_a_broken_run_says_so_and_hides_no_other(runs: Path) -> None:
    (runs / "broken").mkdir()
    (runs / "broken" / "run.json").write_text("{")
    lines = call("list", "runs").splitlines()
    assert lines[0] == "runs/broken"
    assert "does not hold a Run" in lines[1]
    assert "runs/done" in lines


def test_no_run_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "There is no run in runs. Make one: asmeant run sample" in call("list", "runs")
    assert json.loads(call("list", "runs", "--json")) == []
