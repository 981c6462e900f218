from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.analysis.small_runs import small_run

from asmeant.cli import asmeant
from asmeant.records import Run


@pytest.fixture
def runs(tmp_path: Path) -> list[str]:
    for model, letters in (("weak", "pf"), ("strong", "pp")):
        statuses = {"a/1": letters[0], "a/2": letters[1]}
        small_run(tmp_path / model, statuses, Run(id=model, dataset="fake", model=model))
    return [str(tmp_path / "weak"), str(tmp_path / "strong")]


def test_the_table_the_page_and_the_rows(runs: list[str], tmp_path: Path) -> None:
    runner = CliRunner()
    printed = runner.invoke(asmeant, ["leaderboard", *runs, "--metric", "pass@1"])
    assert printed.output.index("strong") < printed.output.index("weak")
    page = tmp_path / "leaderboard.md"
    assert runner.invoke(asmeant, ["leaderboard", *runs, "--out", str(page)]).exit_code == 0
    text = page.read_text("utf-8")
    assert text.startswith("# Leaderboard\n")
    assert "\n## fake\n" in text
    assert "| strong | en | 100.0" in text
    (board,) = json.loads(runner.invoke(asmeant, ["leaderboard", *runs, "--json"]).output)["leaderboards"]
    assert [entry["system"] for entry in board["rows"]] == ["strong", "weak"]
    both = runner.invoke(asmeant, ["leaderboard", *runs, "--json", "--out", str(page)])
    assert both.exit_code
    assert "Choose one" in str(both.exception)
