"""Code in, verdicts out, as a filter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from asmeant.cli import asmeant
from asmeant.errors import DataError
from asmeant.records import to_json
from asmeant.testing import make_task


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.jsonl"
    path.write_bytes(to_json(make_task()) + b"\n")
    return path


def call(tasks: Path | str, rows: list[dict[str, Any]] | str, *words: str) -> Result:
    text = rows if isinstance(rows, str) else "".join(json.dumps(row) + "\n" for row in rows)
    return CliRunner().invoke(asmeant, ["judge-file", str(tasks), *words], input=text)


def test_a_verdict_for_every_line(tasks: Path) -> None:
    rows = [{"task_id": "double", "code": code} for code in ("2 * x", "x", "")]
    result = call(tasks, [*rows, {"task_id": "double", "code": "x + x", "rank": 17}])
    assert result.exit_code == 0, result.output
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    assert {verdict["rank"]: verdict["status"] for verdict in verdicts} == {
        0: "passed",
        1: "failed",
        2: "failed",
        17: "passed",
    }
    assert {verdict["share_of_probes"] for verdict in verdicts} == {1.0, 0.0}


def test_replies(tasks: Path) -> None:
    rows = [{"task_id": "double", "reply": "```python\nreturn x * 2\n```"}]
    result = call(f"tasks:{tasks}", rows, "-", "--extract")
    assert json.loads(result.stdout)["status"] == "passed"


@pytest.mark.parametrize(
    ("line", "words", "message"),
    [
        ("{", [], r'Line 2 is not {"task_id": "...", "code": "..."}: .* have been printed'),
        ('{"task_id": "doubel", "code": ""}', [], "Line 2 is about an unknown task. Closest: 'double'"),
        ('{"task_id": "double", "reply": ""}', [], "Line 2 has no 'code'. It has a reply: add --extract"),
        ('{"task_id": "double"}', [], "Line 2 has no 'code'. It has only the task 'double'"),
    ],
)
def test_bad_lines_are_named_and_good_ones_before_them_are_not_lost(
    tasks: Path, line: str, words: list[str], message: str
) -> None:
    good = json.dumps({"task_id": "double", "code": "2 * x"})
    result = call(tasks, f"{good}\n{line}\n{good}\n", "-", "--workers", "2")
    assert [json.loads(row)["rank"] for row in result.stdout.splitlines()] == [0]
    assert isinstance(result.exception, DataError)
    with pytest.raises(DataError, match=message):
        raise result.exception


def test_code_where_replies_are_expected(tasks: Path) -> None:
    result = call(tasks, [{"task_id": "double", "code": "x"}], "-", "--extract")
    with pytest.raises(DataError, match="It has code: leave out --extract"):
        raise result.exception or AssertionError


def test_verdicts_come_while_the_input_is_open(tasks: Path) -> None:
    """As a filter between two programs that talk to each other."""
    command = [sys.executable, "-m", "asmeant", "judge-file", str(tasks), "--workers", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, code in enumerate(["2 * x", "x"]):
            process.stdin.write(json.dumps({"task_id": "double", "code": code}) + "\n")
            process.stdin.flush()
            verdict = json.loads(process.stdout.readline())
            assert (verdict["rank"], verdict["status"]) == (number, ["passed", "failed"][number])
        process.stdin.close()
        assert process.wait(30) == 0
