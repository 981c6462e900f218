from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests import needs

from asmeant.cli import asmeant
from asmeant.errors import AsmeantError, DataError, UsageError
from asmeant.models.baselines import trained
from asmeant.records import Task, to_json

ROWS = {"list files in {}": "ls {}", "remove {}": "rm {}", "show {}": "cat {}"}


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.jsonl"
    rows = [
        Task(f"{number}-{row}", intent.format(f"f{number}"), code_language="bash",
             references=(command.format(f"f{number}"),))
        for number in range(20) for row, (intent, command) in enumerate(ROWS.items())
    ]  # fmt: skip
    path.write_bytes(b"".join(to_json(row) + b"\n" for row in rows))
    return path


def call(*words: object) -> Result:
    return CliRunner().invoke(asmeant, list(map(str, words)), standalone_mode=False)


def train(tasks: Path, out: Path, *words: object) -> Result:
    pytest.importorskip("torch", reason=needs.TRAIN)
    sizes = ["--set", "size=32", "--set", "embedding=16", "--set", "beam=2", "--set", "longest=12"]
    return call("train", "copynet", "--on", f"tasks:{tasks}", "--out", out, "--device", "cpu", *sizes, *words)


def test_train_then_run(tasks: Path, tmp_path: Path) -> None:
    done = train(tasks, tmp_path / "model", "--epochs", 2, "--json")
    assert done.exception is None, done.output
    outcome = json.loads(done.stdout)
    assert outcome["epochs"] == 2
    assert set(outcome["scores"]) == {"char-bleu@1", "char-bleu@3", "tm@1", "tm@3"}
    assert outcome["dev"]["name"].startswith("8% of tasks:")
    again = train(tasks, tmp_path / "model", "--epochs", 2)
    assert "2 epochs" in again.stdout
    assert f"--model trained:{tmp_path / 'model'}" in again.stdout
    words = [
        "--model",
        f"trained:{tmp_path / 'model'}",
        "--out",
        tmp_path / "run",
        "--samples",
        2,
        "--limit",
        3,
    ]
    run = call("generate", f"tasks:{tasks}", *words, "--json")
    assert run.exception is None, run.output
    assert len((tmp_path / "run" / "candidates.jsonl").read_text().splitlines()) == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--device", "cuda:99"], "The device 'cuda:99' cannot be used"),
        (["--set", "sise=3"], "No setting is called 'sise'. Closest: 'size'"),
        (["--dev", "tasks:nowhere.jsonl"], "nowhere.jsonl"),
        (["--metric", "blue"], "No metric is called 'blue'. Closest: 'bleu'"),
    ],
)
def test_mistakes_are_told_in_one_line(tasks: Path, tmp_path: Path, words: list[str], message: str) -> None:
    done = train(tasks, tmp_path / "model", *words)
    assert isinstance(done.exception, AsmeantError)
    assert message in str(done.exception)


def test_one_task_cannot_be_divided(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_bytes(to_json(Task("a", "list files", code_language="bash", references=("ls",))) + b"\n")
    done = train(path, tmp_path / "model")
    assert isinstance(done.exception, DataError)
    assert "No task is left to learn from" in str(done.exception)


def test_without_torch(tasks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trained, "find_spec", lambda name: None)
    done = call("train", "copynet", "--on", f"tasks:{tasks}", "--out", tmp_path / "model")
    assert isinstance(done.exception, UsageError)
    assert "pip install 'asmeant[train]'" in str(done.exception)
