"""What `asmeant --help` shows, and what is said to a mistaken word."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant import cli
from asmeant.cli import GROUPS, VERBS, asmeant


def shown() -> dict[str, list[str]]:
    """The verbs under each title."""
    text = CliRunner().invoke(asmeant, ["--help"]).output
    sections = re.findall(r"^([A-Z][\w ]+):\n((?:  .*\n)+)", text, re.MULTILINE)
    return {title: re.findall(r"^  ([\w-]+)", body, re.MULTILINE) for title, body in sections}


def test_verbs_are_shown_in_groups() -> None:
    groups = shown()
    assert list(groups)[1:] == ["Ask", "Evaluate", "Look", "Make", "Train", "Bash", "Set up"]
    assert groups["Evaluate"][:2] == ["demo", "run"]
    assert "world" in groups["Set up"]
    assert sorted(name for title in GROUPS for name in groups[title]) == sorted(VERBS)


def test_every_verb_is_in_one_group() -> None:
    grouped = " ".join(GROUPS.values()).split()
    assert len(grouped) == len(set(grouped))
    assert set(VERBS) <= set(grouped)


def test_a_verb_without_a_group_is_still_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "VERBS", {**VERBS, "dance": ("path", "Something new.")})
    assert shown()["More"] == ["dance"]


def asked(folder: Path, *words: str) -> str:
    """What the command says on standard error, as it is installed."""
    command = [sys.executable, "-m", "asmeant", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    return done.stderr


LONG = "a" * 300


@pytest.mark.parametrize(
    "words",
    [
        ("run", LONG), ("run", f"tasks:{LONG}"), ("report", LONG), ("list", "runs", LONG), ("run", "--resume", LONG),
        ("run", "sample", "--model", LONG), ("run", "sample", "--model", f"recorded:{LONG}"),
        ("run", "sample", "--model", "reference", "--out", LONG), ("run", "/dev/null/x", "--model", "reference"),
    ],
    ids=lambda words: " ".join(words)[:30],
)  # fmt: skip
def test_a_path_that_cannot_be_is_told_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "asmeant", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 2 <= done.returncode <= 7
    assert done.stderr.startswith("asmeant: ")
    assert done.stderr.count("\n") == 1


def test_a_mistaken_word_is_put_right_in_the_whole_command(tmp_path: Path) -> None:
    (tmp_path / "my tasks.jsonl").write_text('{"id": "a", "intent": "x"}\n')
    (tmp_path / "weights.gguf").touch()
    (tmp_path / "runs" / "first").mkdir(parents=True)
    (tmp_path / "runs" / "first" / "run.json").touch()
    said = asked(tmp_path, "run", "my tasks.jsonl", "--model", "reference")
    assert "No dataset is called 'my tasks.jsonl', but there is a file of that name." in said
    assert said.splitlines()[-1] == "Try: asmeant run 'tasks:my tasks.jsonl' --model reference"
    said = asked(tmp_path, "audit", "my tasks.jsonl", "--repeat", "2")
    assert said.splitlines()[-1] == "Try: asmeant audit 'tasks:my tasks.jsonl' --repeat 2"
    said = asked(tmp_path, "run", "sample", "--model=weights.gguf", "--limit", "2")
    assert said.splitlines()[-1] == "Try: asmeant run sample --model=gguf:weights.gguf --limit 2"
    said = asked(tmp_path, "run", "sample", "--model", "my tasks.jsonl")
    assert said.splitlines()[-1] == "Try: asmeant run sample --model 'recorded:my tasks.jsonl'"
    assert asked(tmp_path, "show", "runs/frist", "a").splitlines()[-1] == "Try: asmeant show runs/first a"
    assert asked(tmp_path, "report", "first").splitlines()[-1] == "Try: asmeant report runs/first"
    assert (
        asked(tmp_path, "report", "nothing-like-it")
        .splitlines()[-1]
        .endswith("Known: first. See: asmeant list runs")
    )
