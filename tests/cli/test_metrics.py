"""Metrics by name, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.pipeline import Plan, begin_run, named, start_folder
from asmeant.records import Run, Sampling, Task
from asmeant.runs import RunFolder
from asmeant.testing import FakeModel, FakeSandbox, make_task
from asmeant.workers import InProcess

TASKS = [
    make_task("one", "sorted(x)", tags={"post": "1"}),
    make_task("two", "x = f(y)", tags={"post": "1"}),
    Task("bash", "list", code_language="bash", references=("ls -l",)),
]
CODES: dict[str, str | list[str]] = {"one": ["sorted(x)", "x"], "two": ["x = g(y)", "x = f(y)"], "bash": "ls"}


def write_run(path: Path, judged: bool = True, codes: dict[str, str | list[str]] = CODES) -> Path:
    plan = Plan(
        tasks=tuple(TASKS),
        model=FakeModel(codes),
        sampling=Sampling(count=2),
        folder=path,
        sandbox=FakeSandbox(),
        workers=InProcess(),
    )
    with begin_run(plan) as run:
        list(run.decide(run.generate()) if judged else run.generate())
    return path


def scores(verb: str, path: Path, *metrics: str) -> dict[str, dict[str, object]]:
    words = [word for metric in metrics for word in ("--metric", metric)]
    done = CliRunner().invoke(asmeant, [verb, str(path), *words, "--json"])
    assert done.exit_code == 0, (done.output, done.exception)
    return {score["metric"]: score for score in json.loads(done.stdout)["scores"] if not score["where"]}


@pytest.mark.parametrize("verb", ["score", "report"])
def test_metrics_and_protocols_by_name(tmp_path: Path, verb: str) -> None:
    found = scores(verb, write_run(tmp_path), "exact-match", "bleu:odex,codebleu", "pass@k")
    assert list(found) == ["exact-match", "bleu:odex", "codebleu", "pass@1", "pass@2"]
    assert found["exact-match"]["value"] == pytest.approx(1 / 3)
    assert (found["codebleu"]["tasks"], found["codebleu"]["undecided"]) == (2, 1)
    assert "|dropped:1 not Python|" in str(found["codebleu"]["signature"])
    assert "-clustered-by-post|" in str(found["bleu:odex"]["signature"])
    assert (tmp_path / "scores.json").exists() == (verb == "score")


def test_a_run_that_was_only_generated(tmp_path: Path) -> None:
    found = scores("score", write_run(tmp_path, judged=False), "bleu", "pass@1")
    assert found["bleu"]["tasks"] == 3
    assert (found["pass@1"]["value"], found["pass@1"]["undecided"]) == (None, 3)


def test_a_run_without_a_single_candidate(tmp_path: Path) -> None:
    with RunFolder(tmp_path) as files:
        start_folder(files, named(Run("", "fake", "fake"), TASKS), TASKS)
    found = scores("score", tmp_path, "bleu", "pass@1")
    assert [(score["value"], score["tasks"]) for score in found.values()] == [(None, 0), (None, 0)]


def test_a_run_of_empty_candidates(tmp_path: Path) -> None:
    found = scores("score", write_run(tmp_path, codes={}), "bleu", "rouge-l", "chrf")
    assert [(score["value"], score["tasks"]) for score in found.values()] == [(0.0, 3)] * 3


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("blue", "No metric is called 'blue'. Closest: 'bleu'."),
        ("codebleu:odx", "No protocol of codebleu is called 'odx'. Closest: 'odex'."),
        ("solvability:odex", "The metric 'solvability' has no protocols"),
    ],
)
def test_a_wrong_name_is_one_line(tmp_path: Path, name: str, words: str) -> None:
    done = CliRunner().invoke(asmeant, ["score", str(write_run(tmp_path)), "--metric", name])
    assert words in str(done.exception)


def test_the_list_has_a_line_for_each_protocol() -> None:
    lines = CliRunner().invoke(asmeant, ["list", "metrics"]).stdout.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("rouge-l  "))
    protocols = [line.split()[0] for line in lines[place + 1 : place + 5]]
    assert protocols == [":official", ":mean", ":best", ":odex"]
