"""report --published, as a person would type it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.analysis.small_runs import small_run

from asmeant.cli import asmeant
from asmeant.errors import DataError
from asmeant.records import Run, Selection

ODEX = Run(id="small", dataset="odex", model="fake", selection=Selection(languages=("en",)))


def said(*words: str | Path) -> str:
    result = CliRunner(env={"COLUMNS": "160"}).invoke(asmeant, ["report", *map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return small_run(tmp_path / "run", {"a": "p", "b": "f"}, ODEX).path


def test_figures_stand_below_the_scores(run: Path) -> None:
    page = said(run, "--published")
    assert page.index("fake on odex") < page.index("Published on odex")
    assert "2 tasks, not 439; samples 1, not 10" in page
    assert "35.24" in page
    assert "Published" not in said(run)


def test_other_formats(run: Path) -> None:
    assert "| CodeGen 2.7B | en | pass@1 | 35.24 | 50.00 [" in said(run, "--published", "--markdown")
    found = json.loads(said(run, "--published", "--json"))
    assert found["published"]["rows"][0][0] == "CodeGen 2.7B"
    assert "published" not in json.loads(said(run, "--json"))


def test_a_dataset_without_figures(tmp_path: Path) -> None:
    run = small_run(tmp_path / "run", {"a": "p"}, replace(ODEX, dataset="sample")).path
    with pytest.raises(DataError, match="No published figures on sample"):
        said(run, "--published")
