"""What doctor finds on a machine that can wall in commands, and on one that cannot."""

from __future__ import annotations

import sys

import pytest

from asmeant.errors import SandboxError
from asmeant.execution import diagnosis
from asmeant.execution.shell import Outcome, ShellRunner

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


def test_a_machine_that_can_says_so() -> None:
    last = list(diagnosis.examine())[-1]
    assert (last.what, last.well, last.found) == ("commands", True, "runs Bash behind walls")


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
