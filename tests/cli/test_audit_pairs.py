from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.errors import UsageError
from asmeant.records import Check, Scaffold, Task, to_json


def written(path: Path, *pairs: tuple[str, str]) -> str:
    tasks = [
        Task(
            f"t/{number}",
            "read the file",
            code_language="bash",
            references=pair,
            checks=(Check("first", same_outcome_as=pair[0]),),
            scaffold=Scaffold(files={"a.txt": "one\ntwo\n"}),
        )
        for number, pair in enumerate(pairs)
    ]
    file = path / "tasks.jsonl"
    file.write_bytes(b"\n".join(map(to_json, tasks)))
    return f"tasks:{file}"


def test_what_is_not_told_is_listed(tmp_path: Path) -> None:
    lines, longest = ("wc -l < a.txt", "grep -c . a.txt"), ("wc -L < a.txt", "echo 3")
    dataset = written(tmp_path, ("cat a.txt", "tac a.txt"), lines, longest)
    found = CliRunner().invoke(asmeant, ["audit", dataset, "--pairs"])
    assert "t/0  right, and not accepted: line 1 of the output is 'two', expected 'one'" in found.output
    assert "Right pairs accepted: 2 of 3. Wrong pairs accepted: 0 of 3." in found.output
    assert "Accuracy: 0.833 of 6 pairs." in found.output


def test_json_has_every_pair(tmp_path: Path) -> None:
    dataset = written(
        tmp_path, ("cat a.txt", "cat < a.txt"), ("no-such-tool", "wc -l a.txt"), ("ls", "ls -1")
    )
    found = json.loads(CliRunner().invoke(asmeant, ["audit", dataset, "--pairs", "--json"]).stdout)
    assert (found["accuracy"], found["of_decided"]) == (5 / 6, 1.0)
    statuses = [item["verdict"]["status"] for item in found["pairs"]]
    assert statuses == ["passed", "failed", "undecided", "undecided", "passed", "failed"]


def test_nothing_to_pair_is_told() -> None:
    with pytest.raises(UsageError, match="so there is nothing to pair"):
        CliRunner().invoke(
            asmeant,
            ["audit", "sample", "--ids", "sample/en/three-largest", "--pairs"],
            catch_exceptions=False,
        )
