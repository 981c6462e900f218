"""Command -> what it would do in a folder of this machine, found out in a copy-on-write view of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from asmeant.errors import SandboxError
from asmeant.execution.guest.beneath import TOOLS
from asmeant.execution.guest.usage import PATIENCE
from asmeant.execution.shell.outcome import Outcome
from asmeant.execution.shell.runner import PATIENCE_SECONDS, TRIES, _fault, _outcome
from asmeant.execution.zygote_pool import Pool
from asmeant.execution.zygotes import GoneError, ZygoteKind
from asmeant.records import Limits

# A person waits for it.
TRIAL_LIMITS = Limits(seconds=5.0, memory_mb=2048, output_bytes=65_536, disk_mb=256)
# What a command needs to find programs and files as its user does. Keys and passwords stay outside.
ENVIRONMENT = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ")
NOT_SHOWN = (*TOOLS, "/proc", "/dev", "/sys", "/run")


@dataclass(frozen=True, slots=True)
class Trial:
    """What a command did in a view. `wanted_input`: it read from the terminal, and got the end of input.

    `out_of_room`: it wrote more than a view can hold, so that the outcome is not what it would be.
    """

    outcome: Outcome
    wanted_input: bool = False
    out_of_room: bool = False


class FolderRunner:
    """Tries commands in one folder. Each gets a view of its own, and nothing of the machine is changed."""

    def __init__(self, folder: Path, limits: Limits = TRIAL_LIMITS) -> None:
        self.folder = folder
        self.limits = limits
        self.pool = Pool()

    def run(self, command: str) -> Trial:
        """What `bash -c COMMAND` would do there. Raises SandboxError where no view of it can be made."""
        fault = _fault(command)
        if fault:
            return Trial(Outcome("failed", reason=fault))
        _check(self.folder)
        limits = self.limits
        kind = ZygoteKind(
            processes=limits.processes,
            serving="folder",
            environment=(("ASMEANT_FOLDER", str(self.folder)),),
        )
        job = {
            "command": command,
            "environment": _environment_in(self.folder),
            "seconds": limits.seconds,
            "memory_mb": limits.memory_mb,
            "output_bytes": limits.output_bytes,
            "disk_mb": limits.disk_mb,
        }
        for _ in range(TRIES):
            try:
                with self.pool.zygote(kind) as zygote:
                    answer = zygote.ask(job, PATIENCE * limits.seconds + PATIENCE_SECONDS)
                return _trial(answer["seen"])
            except GoneError:
                continue
        return Trial(Outcome("killed", reason=f"the sandbox died with it, {TRIES} times"))

    def warm_up(self) -> None:
        """Starts what the first command would wait for."""
        self.run(":")

    def close(self) -> None:
        self.pool.close()


def _environment_in(folder: Path) -> dict[str, str]:
    environment = trial_environment(os.environ)
    # By which links its user came here: `cd ..` goes back by them.
    with contextlib.suppress(KeyError, OSError):
        if Path(os.environ["PWD"]).samefile(folder):
            environment["PWD"] = os.environ["PWD"]
    return environment


def _check(folder: Path) -> None:
    with contextlib.suppress(PermissionError):
        if not folder.exists():
            raise SandboxError(
                f"Commands cannot be tried in {folder}: it is gone. Go to a directory that exists."
            )
    if not os.access(folder, os.R_OK | os.X_OK):
        raise SandboxError(
            f"Commands cannot be tried in {folder}: you may not read it. Go to a directory that you may read."
        )
    taken = next((place for place in NOT_SHOWN if folder.is_relative_to(place)), None)
    if taken or folder == Path("/"):
        raise SandboxError(
            f"Commands cannot be tried in {folder}: a view shows {taken or '/'} as the machine's own. "
            "Go to a directory of yours."
        )


def trial_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """What a command sees of the environment of its user."""
    shown = {name: environment[name] for name in ENVIRONMENT if name in environment}
    shown |= {name: value for name, value in environment.items() if name.startswith("LC_")}
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", **shown, "TERM": "dumb"}


def _trial(answer: dict[str, Any]) -> Trial:
    wanted_input, out_of_room = answer.pop("wanted_input", False), answer.pop("out_of_room", False)
    outcome = _outcome(answer)
    # A trial has no controlling terminal: who opens it by its name is told that there is none.
    return Trial(outcome, wanted_input or "/dev/tty" in outcome.stderr, out_of_room)
