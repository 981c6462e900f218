"""analyse, as a person would type it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.analysis.questions.made import made_run, mconala_run

from asmeant.analysis.questions import KINDS
from asmeant.cli import asmeant
from asmeant.errors import AsmeantError, DataError, UnknownNameError, UsageError
from asmeant.records import Check, Observation
from asmeant.testing import make_task


def call(*words: str | Path) -> Result:
    result = CliRunner(env={"COLUMNS": "120"}).invoke(asmeant, ["analyse", *map(str, words)])
    if isinstance(result.exception, AsmeantError):
        raise result.exception
    return result


@pytest.fixture
def run(tmp_path: Path) -> Path:
    tasks = [make_task("a"), make_task("b")]
    seen = [
        Observation("a", 0, "all", ending="failed", probes_passed=1, reason="probe 2: answered 1, expected 2")
    ]
    statuses = {"a": "fp", "b": "pp"}
    return made_run(tmp_path / "run", tasks, statuses, {"a": ["max(x)", "2 * x"]}, observations=seen).path


def test_help_lists_every_kind_in_order() -> None:
    lines = call("--help").stdout.partition("Commands:")[2].splitlines()
    named = [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "]
    assert named == list(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_the_options_that_it_listens_to(kind: str) -> None:
    said = call(kind, "--help").stdout
    assert KINDS[kind].about in " ".join(said.split())
    for wish, option in {
        "metrics": "--metric",
        "by": "--by",
        "examples": "--examples",
        "order": "--order",
    }.items():
        assert (option in said) == (wish in KINDS[kind].takes)


def test_tables_in_the_terminal(run: Path) -> None:
    said = call("errors", run).stdout
    assert "Why candidates fail" in said
    assert "wrong answer" in said
    assert "fake: 1 of 4 candidates failed, 3 passed." in said


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("markdown", "| the first probe | 100.0 [15.8–100.0] | 1 | 2 |"),
        ("csv", "the first probe,1.0,0.158"),
        ("latex", "\\toprule"),
        ("html", "<table"),
        ("terminal", "decided by"),
    ],
)
def test_formats(run: Path, tmp_path: Path, form: str, words: str) -> None:
    assert words in call("probes", run, "--format", form).stdout
    endings = {"markdown": "md", "csv": "csv", "latex": "tex", "html": "html", "terminal": "txt"}
    page = tmp_path / f"page.{endings[form]}"
    assert call("probes", run, "-o", page).stderr == f"Written: {page}\n"
    assert words in page.read_text("utf-8")


def test_json(run: Path) -> None:
    (table,) = json.loads(call("probes", run, "--json").stdout)["tables"]
    assert table["columns"] == ["decided by", "pass@1", "only so", "tasks"]
    assert [row[1]["value"] for row in table["rows"][:3]] == [0.875, 0.875, 1.0]
    assert json.loads(call("probes", run, "--format", "json").stdout)["tables"] == [table]


def test_pictures(run: Path, tmp_path: Path) -> None:
    said = call("metrics", run, "--metric", "exact-match,bleu", "--plot", tmp_path / "picture.svg").stderr
    names = ["picture.svg", "picture-2.svg"]
    assert said.splitlines() == [f"Written: {tmp_path / name}" for name in names]
    for name in names:
        assert ElementTree.parse(tmp_path / name).getroot().tag.endswith("svg")


def test_options_reach_the_analysis(run: Path) -> None:
    assert "3-grams" in call("overlap", run, "--order", "3").stdout
    assert "pass@2" in call("slices", run, "--metric", "pass@2", "--by", "code_language").stdout
    assert "Examples" not in call("errors", run, "--examples", "0").stdout


def test_originals_are_read_from_released_files(tmp_path: Path) -> None:
    files = mconala_run(tmp_path / "run", "m2m")
    with pytest.raises(DataError, match=r"mconala/es_test\.json is not in"):
        call("translators", files.path, "--metric", "exact-match", "--data", tmp_path)
    (tmp_path / "mconala").mkdir()
    row = {"intent": "?", "question_id": 1, "rewritten_intent": "ordenar `lst`", "snippet": "sorted(lst)"}
    (tmp_path / "mconala" / "es_test.json").write_text(json.dumps([row]))
    (tmp_path / "mconala" / "ja_test.json").write_text(json.dumps([row]))
    said = call(
        "translators", files.path, "--metric", "exact-match", "--data", tmp_path, "--format", "csv"
    ).stdout
    assert "m2m,Spanish,1,1,1.0,1.0" in said
    assert "m2m,Japanese,1,1,0.0,0.0" in said


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["probes", "run", "--plot", "picture.png"],
            "A plot is drawn as SVG, but picture.png has another extension",
        ),
        (["probes", "run", "-o", "page.doc"], "does not say which format is meant"),
        (["probes", "run", "--json", "--format", "csv"], "json and csv were asked for"),
        (["probes", "nowhere"], "nowhere is not a run"),
        (["metrics", "run", "--metric", "exact-match", "--plot", "no/such/folder.svg"], "cannot be written"),
        (["libraries", "run"], "No task of run names a library"),
    ],
)
def test_wrong_words(words: list[str], message: str, run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run.parent)
    with pytest.raises(UsageError, match=message):
        call(*words)


def test_nothing_to_draw(tmp_path: Path) -> None:
    files = made_run(tmp_path / "run", [make_task("a")])
    with pytest.raises(UsageError, match="nothing to plot here"):
        call("errors", files.path, "--plot", tmp_path / "picture.svg")


def test_a_run_is_needed() -> None:
    result = call("errors")
    assert result.exit_code == 2
    assert "Missing argument" in result.output


def test_each_probe_can_be_run_alone(tmp_path: Path) -> None:
    tasks = [
        make_task(
            "a",
            checks=(
                Check(
                    "all",
                    ("assert candidate(1) == 2", "assert candidate(0) == 0", "assert candidate(2) == 4"),
                ),
            ),
        )
    ]
    seen = [
        Observation("a", 0, "all", ending="failed", probes_passed=0, reason="probe 1: answered 0, expected 2")
    ]
    run = made_run(tmp_path / "run", tasks, {"a": "f"}, {"a": ["x * x"]}, observations=seen).path
    page = call("probes", run, "--alone").stdout
    assert "one at random 66.7" in " ".join(page.split())
    assert (tmp_path / "run-alone" / "verdicts.jsonl").is_file()
    before = (tmp_path / "run-alone" / "verdicts.jsonl").read_bytes()
    assert "66.7" in call("probes", run, "--alone").stdout
    assert (tmp_path / "run-alone" / "verdicts.jsonl").read_bytes() == before, (
        "what is there is not run again"
    )


def test_an_unknown_question_names_the_closest() -> None:
    with pytest.raises(UnknownNameError, match=r"is called 'libraris'. Closest: 'libraries'"):
        call("libraris", "run")
