"""`asmeant report`: every format, to the terminal or to a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asmeant.cli import asmeant
from asmeant.errors import UsageError
from asmeant.metrics import available
from asmeant.plots import Distributions
from asmeant.reports import writing
from asmeant.reports.charts import told_apart
from asmeant.reports.views import views
from tests.reports.making import make_run


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return make_run(tmp_path / "run", {"a": "pf", "b": "ff"}, "one").path


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return make_run(tmp_path / "other", {"a": "pp", "b": "pf"}, "two").path


def call(*words: object) -> Result:
    return CliRunner().invoke(asmeant, ["report", *map(str, words)])


def call_or_raise(*words: object) -> Result:
    return CliRunner().invoke(asmeant, ["report", *map(str, words)], catch_exceptions=False)


BEGINNINGS = {
    "terminal": "one on fake", "markdown": "## one on fake", "csv": ",pass@1,", "latex": "\\begin{table}",
    "html": "<!doctype html>", "json": '{"run":',
}  # fmt: skip


@pytest.mark.parametrize(("form", "beginning"), BEGINNINGS.items())
def test_every_format(run: Path, form: str, beginning: str) -> None:
    result = call(run, "--format", form)
    assert result.exit_code == 0, result.exception
    assert result.stdout.startswith(beginning)


@pytest.mark.parametrize("form", ["terminal", "markdown", "latex", "html"])
def test_every_format_says_what_is_left_open(tmp_path: Path, form: str) -> None:
    files = make_run(tmp_path / "open", {"a": "bl", "b": "lf", "c": "uu"}, "one")
    text = " ".join(call(files.path, "--format", form).stdout.split())
    assert "pass@1 25.0, 75.0; pass@2 50.0, 100.0; solvability 50.0, 100.0 if the 2 undecided" in text
    assert "Libraries to add, and how many candidates import each: numpy (2)." in text
    assert "1 pass rests on probes beside the candidate." in text
    assert "undecided candidates" in text


def test_numbers_have_what_is_left_open_too(tmp_path: Path) -> None:
    path = make_run(tmp_path / "open", {"a": "bl", "b": "lf", "c": "uu"}, "one").path
    first, *_ = json.loads(call(path, "--json").stdout)["scores"]
    assert (first["value"], first["if_undecided_passed"], first["undecided_candidates"]) == (0.25, 0.75, 2)
    assert (first["missing_libraries"], first["passed_beside"]) == ({"numpy": 2}, 1)
    head, row = call(path, "--format", "csv").stdout.splitlines()
    assert "pass@1 if undecided passed" in head
    assert row.endswith(",2,1,2")


def test_a_metric_that_needs_more_candidates_says_so(tmp_path: Path) -> None:
    few, many = (
        make_run(tmp_path / "few", {"a": "p"}, "few"),
        make_run(tmp_path / "many", {"a": "pf"}, "many"),
    )
    with pytest.raises(UsageError, match=r"pass@10 needs 10 candidates per task, and there is 1\. Draw more"):
        call_or_raise(few.path, "--metric", "pass@10")
    text = call(few.path, many.path, "--metric", "pass@2").stdout
    assert "few: pass@2 has no value: needs 2 candidates per task and has 1." in text


@pytest.mark.parametrize("flag", ["markdown", "json"])
def test_flags_are_short_for_a_format(run: Path, flag: str) -> None:
    assert call(run, f"--{flag}").stdout == call(run, "--format", flag).stdout


@pytest.mark.parametrize(
    ("name", "form"),
    [("t.md", "markdown"), ("t.csv", "csv"), ("t.tex", "latex"), ("t.HTML", "html"), ("t.json", "json")],
)
def test_a_file_says_its_format(run: Path, tmp_path: Path, name: str, form: str) -> None:
    result = call(run, "--output", tmp_path / name)
    assert result.stdout == ""
    assert result.stderr == f"Written: {tmp_path / name}\n"
    assert (tmp_path / name).read_text("utf-8") == call(run, "--format", form).stdout


def test_a_file_for_a_terminal_has_no_colours(run: Path, tmp_path: Path) -> None:
    call(run, "-o", tmp_path / "t.txt")
    text = (tmp_path / "t.txt").read_text("utf-8")
    assert "one on fake" in text
    assert "\x1b" not in text


def test_several_runs(run: Path, other: Path) -> None:
    rows = call(run, other, "--format", "csv").stdout.splitlines()
    assert [line.split(",")[0] for line in rows] == ["run", "one", "two"]
    assert "one and two on fake" in call(run, other).stdout
    assert [each["settings"]["model"] for each in json.loads(call(run, other, "--json").stdout)] == [
        "one",
        "two",
    ]
    page = call(run, other, "--format", "html").stdout
    assert "Tasks that flipped: one and two" in page


def test_metrics_and_slices_are_as_asked(run: Path) -> None:
    result = call(run, "--metric", "pass@k", "--by", "code_language", "--format", "csv")
    assert result.stdout.splitlines()[0].startswith(",pass@1,pass@1 low,pass@1 high,pass@2,")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--json", "--markdown"], "A report has one format, but markdown and json were asked for."),
        (["--json", "--format", "csv"], "json and csv"),
        (["--output", "table.foo"], "The name table.foo does not say which format is meant."),
        (["--output", "no/such/folder/t.html"], "cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_told(run: Path, words: list[str], told: str) -> None:
    result = call(run, *words)
    assert isinstance(result.exception, UsageError)
    assert told in str(result.exception)


def test_a_page_that_cannot_be_written_leaves_the_old_one(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    page.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    assert isinstance(call(run, "-o", page).exception, UsageError)
    assert page.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".new"] == []


def test_metrics_of_likeness_are_shown_where_they_can_be_had(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "LIKENESS", ("exact-match", "no-such-metric"))
    (metric,) = available(writing.LIKENESS).metrics
    (plot,) = told_apart(views([make_run(run.parent / "more", {"a": "pf"})]), metric)
    assert isinstance(plot, Distributions)
    assert plot.series == {"passed": (1.0,), "failed": (1.0,)}
