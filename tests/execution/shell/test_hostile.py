"""Commands that mean harm: each has its right ending, leaves the machine as it was, and the next one well."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.execution.shell import ShellRunner
from tests.execution.shell.commands import HOSTILE, LIMITS, TREE, seen_of, still_well

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    os.environ["SECRET"] = "not for commands"
    runner = ShellRunner()
    yield runner
    runner.close()
    del os.environ["SECRET"]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.every(2)
def test_hostile_commands_end_as_they_should(runner: ShellRunner, name: str) -> None:
    outcome = runner.run(HOSTILE[name].command, TREE, HOSTILE[name].limits)
    assert not seen_of(HOSTILE[name], outcome)
    assert still_well(runner)
    assert len(outcome.stdout) <= 4 * LIMITS.output_bytes


def test_all_of_them_were_served_by_one_zygote(runner: ShellRunner) -> None:
    assert [len(idle) for idle in runner.pool._idle.values()] == [1]


def test_nothing_is_left_behind(runner: ShellRunner) -> None:
    runner.run("sleep 4242 & setsid sleep 4242 & disown -a", TREE, LIMITS)
    found = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if _readable(path)]
    assert b"sleep\x004242\x00" not in found


def _readable(path: Path) -> bool:
    try:
        path.read_bytes()
    except OSError:  # gone meanwhile
        return False
    return True


def test_who_asks_may_die_at_any_time() -> None:
    script = (
        "import os, signal, threading\n"
        "from asmeant.execution.shell import ShellRunner\n"
        "threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()\n"
        "ShellRunner().run('sleep 4343')\n"
    )
    died = subprocess.run([sys.executable, "-c", script], check=False)
    assert died.returncode == -9
    for _ in range(100):
        found = subprocess.run(["pgrep", "-f", "^sleep 4343"], capture_output=True, check=False).stdout
        if not found:
            return
    pytest.fail(f"still there: {found!r}")
