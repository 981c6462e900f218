from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TEST = """
from asmeant import Task, Check, Scaffold

TASK = Task("double", "Double x.", checks=(Check(probes=("assert double(2) == 4",)),), scaffold=Scaffold(entry="double"))

def test_generated_code(asmeant_judge):
    pairs = [(TASK, "def double(x):\\n    return 2 * x"), (TASK, "def double(x):\\n    return x")]
    statuses = {verdict.rank: verdict.status for verdict in asmeant_judge.decide(pairs)}
    assert statuses == {0: "passed", 1: "failed"}
"""


def test_the_fixture_is_there_where_asmeant_is_installed(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(TEST)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
