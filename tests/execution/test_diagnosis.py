"""What doctor finds on a machine that can wall in commands, and on one that cannot."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from asmeant.errors import SandboxError
from asmeant.execution import diagnosis
from asmeant.execution.shell import Outcome, ShellRunner

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


@pytest.fixture(autouse=True)
def no_worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_WORLDS", str(tmp_path))


def test_a_machine_that_can_says_so() -> None:
    *_, commands, users = diagnosis.examine()
    assert (commands.what, commands.well, commands.found) == ("commands", True, "runs Bash behind walls")
    assert users.what == "users of commands"
    assert users.well or "uidmap" in users.cure


@pytest.mark.parametrize(
    ("seen", "found", "cure"),
    [
        (SandboxError("no overlay"), "no overlay", "Linux 5.11"),
        (Outcome("not run", reason="the shell did not start"), "the shell did not start", "/bin/bash"),
        (Outcome("finished", stderr="lost its libraries"), "lost its libraries", "/bin/bash"),
    ],
)
def test_a_machine_that_cannot_says_why(
    monkeypatch: pytest.MonkeyPatch, seen: Outcome | SandboxError, found: str, cure: str
) -> None:
    def run(*_: object, **__: object) -> Outcome:
        if isinstance(seen, SandboxError):
            raise seen
        return seen

    monkeypatch.setattr(ShellRunner, "run", run)
    last = list(diagnosis.examine())[-1]
    assert (last.well, last.found) == (False, found)
    assert cure in last.cure


@pytest.mark.parametrize(
    ("here", "well", "found"),
    [
        (
            lambda _: "/usr/bin/it",
            True,
            "the Bash world is not built; this machine's, those that commands often use are here",
        ),
        (
            lambda name: None if name in ("tree", "cpio") else "/usr/bin/it",
            False,
            "the Bash world is not built; this machine's, without cpio, tree",
        ),
    ],
)
def test_tools_that_commands_use(
    monkeypatch: pytest.MonkeyPatch, here: Callable[[str], str | None], well: bool, found: str
) -> None:
    monkeypatch.setattr("shutil.which", here)
    (tools,) = [finding for finding in diagnosis.examine() if finding.what == "tools"]
    assert (tools.well, tools.found) == (well, found)
    assert well or tools.cure.endswith("asmeant world build bash")
