"""published, and report --published, as a person would type them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.analysis.small_runs import small_run

from asmeant.cli import asmeant
from asmeant.errors import DataError, UsageError
from asmeant.records import Run, Selection

ODEX = Run(id="small", dataset="odex", model="fake", selection=Selection(languages=("en",)))


def said(*words: str | Path, columns: int = 160) -> str:
    result = CliRunner(env={"COLUMNS": str(columns)}).invoke(asmeant, [*map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return small_run(tmp_path / "run", {"a": "p", "b": "f"}, ODEX).path


def test_figures_stand_below_the_scores(run: Path) -> None:
    page = said("report", run, "--published")
    assert page.index("fake on odex") < page.index("Published on odex: pass@1")
    assert "All rows differ from this run in: samples 1 here, 10 there; 2 tasks here, 439 there." in page
    assert "35.24" in page
    assert "Published" not in said("report", run)


def test_other_formats(run: Path) -> None:
    page = said("report", run, "--published", "--markdown")
    assert "| CodeGen 2.7B | 35.24 | nothing stated | Table 4 |" in page
    found = json.loads(said("report", run, "--published", "--json"))
    assert found["published"][0]["rows"][1][0] == "Codex code-cushman-001"
    assert "published" not in json.loads(said("report", run, "--json"))


def test_a_dataset_without_figures(tmp_path: Path) -> None:
    run = small_run(tmp_path / "run", {"a": "p"}, replace(ODEX, dataset="sample")).path
    with pytest.raises(DataError, match="No published figures on sample"):
        said("report", run, "--published")


def test_tables_of_the_papers(tmp_path: Path) -> None:
    assert "One-to-many testing" in said("published")
    assert "how often ODEX uses each library" in said("published", "odex")
    page = said("published", "mbupp", "4")
    assert "0.8          62.02  67.17   78.33  87.34" in page
    assert "most sets of assertions of a task" in said("published", "mbupp", "--stated")
    whole = said("published", "mbupp", "--all", "--format", "markdown")
    assert "Table 3" in whole
    assert "Table 4" in whole
    assert json.loads(said("published", "mbupp", "3", "--format", "json"))["tables"][0]["rows"]
    said("published", "odex", "5", "-o", tmp_path / "libraries.csv")
    assert "pandas,81,7.71" in (tmp_path / "libraries.csv").read_text()


@pytest.mark.parametrize("dataset", ["odex", "mbupp", "mconala", "nl2bash", "conala"])
def test_tables_fit_a_terminal(dataset: str) -> None:
    for option in ("--all", "--stated"):
        assert max(map(len, said("published", dataset, option, columns=100).splitlines())) <= 100


@pytest.mark.parametrize(
    ("words", "message"),
    [(["odex", "4", "--all"], "Choose one of them"), (["--all"], "Name one: asmeant published odex --all")],
)
def test_what_cannot_be_printed(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        said("published", *words)
