"""`train adapter` from the command line: what is written, what is printed, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests import needs

from asmeant.cli import asmeant
from asmeant.cli.train_adapter import adapter_data
from asmeant.errors import AsmeantError, DataError, ModelError, UsageError
from asmeant.records import Task, to_json

pytest.importorskip("torch", reason=needs.TRAIN)

from tests.models.adapter.tiny import tasks as tiny_tasks
from tests.models.adapter.tiny import write_base

SMALL = ["--epochs", "1", "--batch", "6", "--set", "runs=2", "--set", "rank=4", "--set", "longest_answer=24"]


@pytest.fixture
def pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASMEANT_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "pairs.jsonl"
    path.write_bytes(b"".join(to_json(task) + b"\n" for task in tiny_tasks()))
    return path


def call(*words: object) -> Result:
    return CliRunner().invoke(
        asmeant, ["train", "adapter", "--device", "cpu", *map(str, words)], standalone_mode=False
    )


def test_an_adapter_in_a_folder(pairs: Path, tmp_path: Path) -> None:
    dev = tmp_path / "dev.jsonl"
    dev.write_bytes(to_json(Task("new", "list files", code_language="bash", references=("ls",))))
    words = [
        "--on",
        f"tasks:{pairs}",
        "--dev",
        f"tasks:{dev}",
        "--base",
        write_base(tmp_path),
        "--out",
        tmp_path / "out",
    ]
    done = call(*words, *SMALL)
    assert done.exception is None, done.output
    assert "char-bleu@1" in done.stdout
    assert "without neighbours" in done.stdout
    assert f"--model 'embedded?adapter={tmp_path / 'out'}'" in done.stdout
    recipe = json.loads((tmp_path / "out" / "recipe.json").read_text())
    assert recipe["settings"]["runs"] == 2
    assert len(recipe["data_sha256"]) == 64


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (["--level", "token"], UsageError, "leave out --level"),
        (["--set", "rank"], UsageError, "'rank' has no value"),
        (["--set", "ranks=1"], UsageError, "No setting is called 'ranks'"),
        (["--base", "/nowhere.gguf"], ModelError, "/nowhere.gguf cannot be read"),
        (["--limit", "1", "--on", "tasks:/nowhere.jsonl"], DataError, "nowhere.jsonl"),
    ],
)
def test_what_is_refused(pairs: Path, words: list[str], error: type[AsmeantError], message: str) -> None:
    done = call("--on", f"tasks:{pairs}", *words)
    assert isinstance(done.exception, error), done.output
    assert message in str(done.exception)


def test_data_without_a_dev_part_is_divided(pairs: Path) -> None:
    data = adapter_data(f"tasks:{pairs}", None, None, None)
    assert len(data.train) + len(data.dev) == 6
    assert data.dev
    assert not {task.id for task in data.train} & {task.id for task in data.dev}
