"""The parts of benchmarks/load.py that do not depend on the machine. No time is asserted."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import load


def test_every_program_is_python_and_answers_right() -> None:
    for task, code in load.near_the_limit(0.0):
        compile(code, task.id, "exec")
        assert task.checks[0].probes == ("assert candidate(2) == 4",)
        assert code.endswith("return 2 * x\n")


def test_verdicts_are_compared_line_for_line() -> None:
    same = (load.Line("a", "finished", "", 0.1), load.Line("a", "finished", "", 9.9))
    other = (load.Line("b", "finished", "", 0.1), load.Line("b", "timed out", "too long", 0.1))
    table = load.drawn("title", [same, other])
    assert [list(column.cells)[0:2] for column in table.columns][-1] == ["yes", "NO"]


def test_a_suite_that_is_not_there_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ASMEANT_DATA", str(tmp_path))
    assert list(load.references("humaneval")) == []
    assert "humaneval is left out" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="counts processes of Linux")
def test_the_load_is_gone_afterwards() -> None:
    with load.busy(1):
        before = time.process_time()
    assert time.process_time() - before < 1
