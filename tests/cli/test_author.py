"""author: new checks, listed and written."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from asmeant.cli import asmeant
from asmeant.datasets import load_tasks
from asmeant.records import Reply, to_json


def call(*words: object) -> Result:
    return CliRunner().invoke(asmeant, list(map(str, words)))


def tasks_file(folder: Path) -> Path:
    file = folder / "tasks.jsonl"
    task = {
        "id": "least",
        "intent": "the smaller of two numbers",
        "references": ["def least(a, b):\n    return min(a, b)"],
        "checks": [{"name": "original", "probes": ["assert least(1, 2) == 1", "assert least(5, 9) == 5"]}],
        "scaffold": {"entry": "least", "any_function": True},
    }
    file.write_text(json.dumps(task) + "\n")
    return file


def test_vary_lists_and_writes_what_is_not_refused(tmp_path: Path) -> None:
    out = tmp_path / "varied.jsonl"
    done = call("author", "vary", f"tasks:{tasks_file(tmp_path)}", "--refused", "--out", out)
    assert done.exit_code == 0, done.output
    assert "unchanged" in " ".join(done.output.split())
    (task,) = load_tasks(f"tasks:{out}")
    names = [check.name for check in task.checks]
    assert names[0] == "original"
    assert "arguments as one list" in names
    assert "arguments in order 2 1" not in names  # a function that returns its second argument would pass


def test_only_some(tmp_path: Path) -> None:
    out = tmp_path / "varied.jsonl"
    call("author", "vary", f"tasks:{tasks_file(tmp_path)}", "--only", "as one", "--out", out)
    (task,) = load_tasks(f"tasks:{out}")
    assert [check.name for check in task.checks[1:]] == ["arguments as one list", "arguments as one tuple"]


def test_sets_that_a_wrong_reading_passes_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "varied.jsonl"
    words = ("--only", "as one list", "--run", "--refused", "--out", out)
    done = call("author", "vary", f"tasks:{tasks_file(tmp_path)}", *words)
    assert done.exit_code == 0, done.output
    assert "returns arguments[0][0] passes, and is wrong for" in " ".join(done.output.split())
    (task,) = load_tasks(f"tasks:{out}")
    assert [check.name for check in task.checks] == ["original"]


def test_learn_from_a_run(tmp_path: Path) -> None:
    replies, run, out = tmp_path / "replies.jsonl", tmp_path / "run", tmp_path / "learned.jsonl"
    code = "```python\ndef least(pair):\n    return sorted(pair)[0]\n```"
    replies.write_bytes(to_json(Reply("least", 0, code)) + b"\n")
    tasks = f"tasks:{tasks_file(tmp_path)}"
    assert call("run", tasks, "--model", f"recorded:{replies}", "--out", run).exit_code == 0
    done = call("author", "learn", run, "--depth", 1, "--out", out)
    assert done.exit_code == 0, done.output
    assert "New checks: 1." in done.output
    (task,) = load_tasks(f"tasks:{out}")
    assert [check.name for check in task.checks] == ["original", "arguments as one list"]


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    done = call("author", "vary", f"tasks:{tasks_file(tmp_path)}", "--out", tmp_path / "no" / "file")
    assert "cannot be written" in str(done.exception)
