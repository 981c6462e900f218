"""Commands need no root: hostile ones end the same way for a user who may do nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.execution.shell.commands import HOSTILE
from tests.execution.test_as_ordinary_user import NOBODY, _as_nobody, _python, library

__all__ = ["library"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")

# Those whose walls may differ for an ordinary user, and one for each ending.
NAMES = ("deletes everything for sure", "fork bomb", "kills all", "kills process one", "writes to devices", "lifts its limits", "fills the disk", "closed folders",
         "takes memory", "stays behind", "mounts", "namespaces within", "reaches out", "reads the environment", "reads the zygote", "sees processes",
         "writes kernel switches", "becomes someone else", "debugs", "kills itself",
         "links that lead out", "two hundred files of holes", "whiteouts", "marks of the overlay", "trusted marks", "cannot be changed",
         "becomes root by a file", "moves the system away", "stays behind and writes", "looks up", "speaks to the harness",
         "every signal to process one", "files without a name", "memory without a name")  # fmt: skip
SCRIPT = """
import json, os, sys
from asmeant.errors import SandboxError
from asmeant.execution.shell import ShellRunner
from tests.execution.shell.commands import HOSTILE, TREE, seen_of, still_well
runner = ShellRunner()
try:
    runner.run("true")
except SandboxError as error:
    sys.exit(f"no sandbox: {error}")
for name in json.loads(sys.argv[1]):
    outcome = runner.run(HOSTILE[name].command, TREE, HOSTILE[name].limits)
    print(json.dumps([os.getuid(), name, seen_of(HOSTILE[name], outcome), still_well(runner)]))
runner.close()
"""


@pytest.mark.thorough
def test_commands_end_the_same_way_for_an_ordinary_user(library: Path) -> None:
    python = _python()
    if python is None:
        pytest.skip(f"user {NOBODY} can reach no Python like ours: not {sys.executable}, and none in /usr")
    done = subprocess.run(
        [python, "-c", SCRIPT, json.dumps(NAMES)],
        capture_output=True, text=True, cwd="/", timeout=120,
        env={"PYTHONPATH": str(library), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", "SECRET": "x"},
        **_as_nobody(),  # type: ignore[call-overload]
    )  # fmt: skip
    if done.stderr.startswith("no sandbox"):
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [name for _, name, _, _ in rows] == list(NAMES)
    for user, name, fault, well in rows:
        assert user != 0
        assert (fault, well) == ("", True), name
        assert name in HOSTILE
