"""compare, as a person would type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.analysis.small_runs import small_run

from asmeant.cli import asmeant
from asmeant.errors import PluginError, UnknownNameError, UsageError


def call(*words: str | Path) -> Result:
    result = CliRunner(env={"COLUMNS": "120"}).invoke(asmeant, ["compare", *map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    ids = [f"t{number}" for number in range(8)]
    rights = {"low": 0, "middle": 2, "high": 7}
    return [
        small_run(tmp_path / name, {id_: "p" if place < right else "f" for place, id_ in enumerate(ids)}).path
        for name, right in rights.items()
    ]


def test_two_runs_in_a_table(runs: list[Path]) -> None:
    said = call(runs[0], runs[2]).stdout
    for words in [
        "pass@1 on fake: the same 8 tasks",
        "0.0 [0.0–36.9]",
        "B − A",
        "87.5",
        "0.016",  # 2 / 2 ** 7
        "McNemar",
        "B better than A on 7: t0, t1, t2, t3, t4, and 2 more (--flips).",
        "Detectable: what 8 tasks would show with 80% power.",
    ]:
        assert words in said
    assert "Holm" not in said
    assert "the intent of" not in said


def test_a_small_p_is_not_shown_as_0(tmp_path: Path) -> None:
    """As a number it is 2 / 2 ** 20."""
    one = small_run(tmp_path / "worse", {f"t{n}": "f" for n in range(20)})
    two = small_run(tmp_path / "better", {f"t{n}": "p" for n in range(20)})
    assert "< 0.001" in call(one.path, two.path).stdout
    assert "| < 0.001 |".replace("<", "&lt;") in call(one.path, two.path, "--markdown").stdout
    page = CliRunner().invoke(asmeant, ["report", str(one.path), str(two.path), "--format", "html"]).stdout
    assert "&lt; 0.001</td>" in page
    assert ">0.000<" not in page


def test_several_runs_and_their_flips(runs: list[Path]) -> None:
    said = call(*runs, "--flips").stdout
    assert "Holm: p, raised for 3 comparisons." in said
    assert "Where A and B differ: 2 tasks" in said
    assert said.count("the intent of t6") == 2
    assert "C − B" in said
    assert "C − B" not in call(*runs, "--first").stdout


def test_markdown_and_json(runs: list[Path]) -> None:
    lines = call(*runs, "--markdown").stdout.splitlines()
    assert lines[0] == "## pass@1 on fake: the same 8 tasks"
    assert any(line.startswith("| B − A | 25.0 [") for line in lines)
    (found,) = json.loads(call(*runs, "--json").stdout)["comparisons"]
    assert [item["run"] for item in found["standings"]] == [str(path) for path in runs]
    assert [item["second_better"] for item in found["differences"]] == [2, 7, 5]
    assert len(found["differences"][1]["flips"]) == 7


def test_metrics_and_flips_that_are_no_yes_or_no(tmp_path: Path) -> None:
    one = small_run(tmp_path / "one", {"a": "pf", "b": "ff"}).path
    two = small_run(tmp_path / "two", {"a": "pp", "b": "ff"}).path
    said = call(one, two, "--metric", "pass@k", "--flips").stdout
    assert "pass@1 on fake" in said
    assert "pass@2 on fake" in said
    assert "Holm: p, raised for 2 comparisons." in said
    assert "permutation" in said
    assert "50.0" in said


def test_what_is_left_out_is_printed(tmp_path: Path) -> None:
    one = small_run(tmp_path / "one", {"a": "p", "b": "u", "x": "p"}).path
    two = small_run(tmp_path / "two", {"a": "f", "b": "p"}).path
    said = call(one, two).stdout
    assert "A: 1 left out, not in every run." in said
    assert "A: 1 left out, undecided." in said
    assert "–" in said  # one task: no interval, and nothing detectable


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        (["one"], UsageError, "One run cannot be compared with itself"),
        ([], UsageError, "Name two runs or more"),
        (["one", "two", "--markdown", "--json"], UsageError, "Choose one"),
        (["one", "nowhere"], UsageError, "is not a run"),
        (["one", "two", "--metric", "nope"], UnknownNameError, "No metric is called 'nope'"),
    ],
)
def test_wrong_words(
    words: list[str],
    kind: type[Exception],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        small_run(tmp_path / name, {"a": "p"})
    with pytest.raises(kind, match=message):
        call(*words)


def test_a_metric_that_is_not_a_number_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from asmeant import metrics
    from asmeant.testing import FakeMetric

    class Broken(FakeMetric):
        def measure(self, task: object, candidates: object, verdicts: object) -> float:
            return float("nan")

    monkeypatch.setattr(metrics, "load_metrics", lambda names, samples: [Broken()])
    runs = [small_run(tmp_path / name, {"a": "p"}).path for name in ("one", "two")]
    with pytest.raises(PluginError, match="measured nan on task 'a'"):
        call(*runs)
