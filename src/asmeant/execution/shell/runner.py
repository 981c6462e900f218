"""Command, Tree -> Outcome: what a command does in a fresh view of a starting tree, behind walls."""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from asmeant.execution.guest.usage import PATIENCE
from asmeant.execution.shell.changes import Change
from asmeant.execution.shell.outcome import Outcome
from asmeant.execution.shell.tree import EMPTY, Tree
from asmeant.execution.worlds.commands import BuiltCommands
from asmeant.execution.zygote_pool import Pool
from asmeant.execution.zygotes import GoneError, ZygoteKind
from asmeant.records import Limits

# A zygote keeps the limits itself; past this and its share of a busy machine it is given up.
PATIENCE_SECONDS = 30.0
TRIES = 2
# The kernel takes no longer word of a command line.
MOST_COMMAND_BYTES = (1 << 17) - 1
ONE_USER = "this machine has no other users for commands. See: asmeant doctor"


class ShellRunner:
    """Runs commands, for any number of threads at a time. Each zygote is started once and serves many."""

    def __init__(self, pool: Pool | None = None, world: BuiltCommands | None = None) -> None:
        """In a world of commands, or with this machine's tools."""
        self.pool = pool or Pool()
        self.world = world
        self._ids = 1

    def run(self, command: str, tree: Tree = EMPTY, limits: Limits = Limits(), stdin: bytes = b"") -> Outcome:
        """What `bash -c COMMAND` does there. Raises SandboxError where this machine has no walls."""
        if fault := _fault(command):
            return Outcome("failed", reason=fault)
        root = str(self.world.root) if self.world else ""
        kind = ZygoteKind(processes=limits.processes, live=limits.network, serving="shell", world=root)
        job = {
            "command": command,
            "tree": tree.digest,
            "working_directory": tree.working_directory,
            "stdin": base64.b64encode(stdin).decode(),
            "clock": tree.clock,
            **msgspec.to_builtins(limits),
        }
        for _ in range(TRIES):
            try:
                return _outcome(self._ask(kind, job, tree))
            except GoneError:  # bad luck, perhaps; twice, it was this command
                continue
        return Outcome("killed", reason=f"the sandbox died with it, {TRIES} times")

    @property
    def has_clock(self) -> bool:
        """Whether the clock can be set for a command."""
        return self.world is not None and self.world.has_clock

    @property
    def has_users(self) -> bool:
        """Whether there are other users than root where the last command ran."""
        return self._ids > 1

    def _ask(self, kind: ZygoteKind, job: dict[str, Any], tree: Tree) -> dict[str, Any]:
        patience = PATIENCE * job["seconds"] + PATIENCE_SECONDS
        with self.pool.zygote(kind) as zygote:
            self._ids = zygote.ids
            if zygote.ids == 1 and any(entry.owner or entry.group for entry in tree.entries):
                return {"ending": "not run", "reason": ONE_USER}
            answer = zygote.ask(job, patience)
            if "lacks" in answer:
                answer = zygote.ask({**job, "entries": msgspec.to_builtins(tree.entries)}, patience)
        return dict(answer["outcome"])

    def close(self) -> None:
        self.pool.close()


def _fault(command: str) -> str:
    """Why a text cannot be a command; empty where it can."""
    if "\0" in command:
        return "a command cannot hold a null byte"
    try:
        size = len(command.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return "a command cannot hold half a letter"
    if size > MOST_COMMAND_BYTES:
        return f"a command has at most {MOST_COMMAND_BYTES:,} bytes, not {size:,}"
    return ""


def _outcome(answer: dict[str, Any]) -> Outcome:
    changes = msgspec.convert(answer.pop("changes", []), tuple[Change, ...])
    return Outcome(
        **answer,
        changes=tuple(change for change in changes if change.what != ("time",)),
        touched=tuple(change.path for change in changes if change.what == ("time",)),
        set_times=tuple(
            (change.path, change.after.time)
            for change in changes
            if change.after is not None and change.after.time is not None
        ),
    )
