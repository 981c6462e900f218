"""Every verb as a person would type it, in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from asmeant.cli import VERBS, asmeant
from asmeant.errors import RunError, UnknownNameError, UsageError
from asmeant.records import Candidate, Observation, Verdict
from asmeant.runs import RunFolder


def call(*words: str | Path) -> Result:
    result = CliRunner().invoke(asmeant, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def call_json(*words: str | Path) -> Any:
    result = call(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of the references, in Spanish and Japanese."""
    out = tmp_path_factory.mktemp("runs") / "sample"
    call("run", "sample", "--model", "reference", "--lang", "es,ja", "--limit", "12", "--out", out)
    return out


def test_run_scores_references_in_python_and_bash(run: Path) -> None:
    scores = call_json("report", run)["scores"]
    whole = next(score for score in scores if not score["where"])
    assert whole["value"] == 1.0
    assert {score["where"].get("intent_language") for score in scores} == {None, "es", "ja"}
    assert whole["tasks"] + whole["undecided"] == 12


def test_run_prints_a_table_and_where_it_is(run: Path) -> None:
    said = call("score", run).stdout
    for word in ("reference on sample", "pass@1", "Spanish", "Japanese", "all", "undecided", str(run)):
        assert word in said


def test_run_again_goes_on_and_is_quick_about_it(run: Path) -> None:
    before = (run / "candidates.jsonl").read_bytes()
    words = ["run", "sample", "--model", "reference", "--lang", "es,ja", "--limit", "12", "--out", str(run)]
    assert call_json(*words)["scores"] == call_json("run", "--resume", run)["scores"]
    assert (run / "candidates.jsonl").read_bytes() == before


def test_runs_are_named_after_their_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = call_json("run", "sample", "--model", "reference", "--limit", "4")
    assert said["run"].startswith("runs/sample-reference-")
    assert (tmp_path / said["run"] / "scores.json").exists()


def test_generate_then_judge_is_run(tmp_path: Path) -> None:
    words = ["sample", "--model", "reference", "--lang", "en", "--limit", "5"]
    assert call_json("generate", *words, "--out", tmp_path / "a") == {"run": str(tmp_path / "a")}
    files = RunFolder(tmp_path / "a")
    assert len(list(files.read(Candidate))) == 5
    assert list(files.read(Verdict)) == []
    two_steps = call_json("judge", tmp_path / "a")["scores"]
    assert two_steps == call_json("run", *words, "--out", tmp_path / "b")["scores"]


def test_judge_again_makes_the_same_verdicts(run: Path) -> None:
    before = sorted((run / "verdicts.jsonl").read_bytes().splitlines())
    call("judge", run, "--again")
    assert sorted((run / "verdicts.jsonl").read_bytes().splitlines()) == before
    deadlines = RunFolder(run).path / "deadlines.jsonl"
    deadlines.write_text(deadlines.read_text().replace('"seconds":1.0', '"seconds":0.0001'))  # elsewhere
    call("judge", run, "--rerun")
    assert "0.0001" not in deadlines.read_text()
    assert sorted((run / "verdicts.jsonl").read_bytes().splitlines()) == before


def test_report_as_markdown(run: Path) -> None:
    lines = call("report", run, "--markdown").stdout.splitlines()
    assert lines[0] == "## reference on sample"
    assert lines[2].startswith("|  | pass@1 |")
    assert lines[-1].startswith("Per cent")


def test_show_a_task_with_everything_that_was_seen(run: Path) -> None:
    task_id = RunFolder(run).tasks()[0].id
    said = call("show", run, task_id).stdout
    for word in (task_id, "reference", "candidate 0", "passed", "holds:"):
        assert word in said
    parts = call_json("show", run, task_id)
    assert set(parts) == {"task", "prompts", "candidates", "observations", "verdicts"}
    assert parts["prompts"] == []


def test_show_all_tasks(run: Path) -> None:
    assert len(call("show", run).stdout.splitlines()) == 12
    assert len(call_json("show", run)) == 12


def test_show_tells_why_a_candidate_failed(tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    task_id = "sample/en/reverse-string"
    replies.write_text(json.dumps({"task_id": task_id, "text": "```python\nprint('shout') or s\n```"}) + "\n")
    call("run", "sample", "--ids", task_id, "--model", f"recorded:{replies}", "--out", tmp_path / "run")
    said = call("show", tmp_path / "run", task_id).stdout
    assert "why: probe 1: answered" in said
    assert "shout" in said
    assert next(RunFolder(tmp_path / "run").read(Observation)).stdout.startswith("shout")


@pytest.mark.parametrize("kind", ["datasets", "models", "prompts", "metrics", "sandboxes"])
def test_list(kind: str) -> None:
    rows = call_json("list", kind)
    assert all(row["name"] and "broken" not in row and row["about"] for row in rows)
    assert rows[0]["name"] in call("list", kind).stdout


def test_list_datasets_shows_licences_and_citations() -> None:
    rows = {row["name"]: row for row in call_json("list", "datasets")}
    assert rows["odex"]["licence"] == "CC BY-SA 4.0"
    assert "2212.10481" in rows["odex"]["citation"]
    assert {"odex", "mbupp", "humaneval", "conala", "mconala", "nl2bash", "sample", "tasks"} <= set(rows)


def test_audit_lists_faults_and_says_so_by_its_exit_status(tmp_path: Path) -> None:
    good = {"id": "good", "intent": "one", "references": ["1"], "checks": [{"probes": ["assert candidate() == 1"]}],
            "scaffold": {"before": "def f():\n    return ", "entry": "f"}}  # fmt: skip
    bad = {**good, "id": "bad", "references": ["2"]}
    path = tmp_path / "tasks.jsonl"
    path.write_text(json.dumps(good) + "\n")
    assert call("audit", f"tasks:{path}").exit_code == 0
    path.write_text(json.dumps(good) + "\n" + json.dumps(bad) + "\n")
    result = call("audit", f"tasks:{path}")
    assert result.exit_code == 1
    assert "bad  reference fails: probe 1: answered 2, expected 1" in result.stdout
    assert "References pass for 1 of 2 tasks." in result.stdout
    result = call("audit", f"tasks:{path}", "--json")
    assert [fault["task"] for fault in json.loads(result.stdout)["faults"]] == ["bad"]


def test_demo_tells_each_answer_as_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = call("demo", "--model", "reference", "--samples", "1")
    assert "pass@1" in result.stdout
    assert result.stderr.count("✓ passed") == 48


# ── what goes wrong ──

WRONG: list[tuple[list[str], type[Exception], str]] = [
    (["run", "odx"], UnknownNameError, "Closest: 'odex'"),
    (["run", "sample", "--model", "referense"], UnknownNameError, "Closest: 'reference'"),
    (
        ["run", "sample", "--model", "reference", "--sandbox", "none"],
        UnknownNameError,
        "No sandbox is called",
    ),
    (["run"], UsageError, "Name a dataset, or a run"),
    (
        ["run", "sample", "--resume", "X"],
        UsageError,
        r"Both a dataset \(sample\) and a run to continue \(--resume X\) were given",
    ),
    (["run", "sample", "--model", "reference", "--prompt", "nope"], UnknownNameError, "No prompt style"),
    (
        ["generate", "sample", "--model", "reference", "--prompt", "nope.toml"],
        UsageError,
        "no prompt style at",
    ),
    (["sweep", "sample", "--model", "reference", "--prompt", "nope"], UnknownNameError, "No prompt style"),
    (["fetch", "nope"], UnknownNameError, "No dataset is called 'nope'. Known: conala, humaneval"),
    (["run", "sample", "--model", "reference", "--world", "nope"], UnknownNameError, "Known: bash, odex."),
    (["rnu"], UnknownNameError, "No command is called 'rnu'. Closest: 'run'. See: asmeant --help"),
    (["world", "bild"], UnknownNameError, "No command of asmeant world is called 'bild'. Closest: 'build'"),
    (["list", "models", "runs"], UsageError, "A folder holds runs, not models"),
    (["list", "runs", "nope"], UsageError, "There is no folder nope"),
    (["report", "no/such/run"], UsageError, "is not a run"),
    (["run", "--resume", "no/such/run"], UsageError, "is not a run"),
    (["run", "sample", "--lang", "fr"], UsageError, "fr"),
    (["run", "sample", "--ids", "sample/en/revers-string"], UsageError, "reverse-string"),
]


@pytest.mark.parametrize(("words", "kind", "message"), WRONG, ids=lambda value: str(value)[:30])
def test_wrong_words_get_a_clear_error(
    words: list[str], kind: type[Exception], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(kind, match=message):
        call(*words)


def test_an_unknown_task_of_a_run_names_the_closest(run: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"Closest: 'sample/es/reverse-string'. See: asmeant show"):
        call("show", run, "sample/es/revesre-string")
    with pytest.raises(UnknownNameError, match=r"is called 'x'. Known: sample/es/"):
        call("show", run, "x")


def test_another_run_in_the_way_is_not_overwritten(run: Path) -> None:
    with pytest.raises(RunError, match="holds another run"):
        call("run", "sample", "--model", "reference", "--seed", "9", "--out", run)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str) -> None:
    result = call(verb, "--help")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2].strip()


@pytest.mark.parametrize(("language", "metric"), [("python", "bleu,chrf"), ("bash", "template@1,tm@1")])
def test_tasks_without_checks_can_still_be_compared(tmp_path: Path, language: str, metric: str) -> None:
    task = {"id": "a", "intent": "list", "code_language": language, "references": ["ls"]}
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task))
    words = ("run", f"tasks:{tmp_path / 'tasks.jsonl'}", "--model", "reference", "--out", tmp_path / "run")
    assert f"asmeant score {tmp_path / 'run'} --metric {metric}" in call(*words).stdout.replace("\n", " ")
