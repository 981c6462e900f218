"""What was seen of a command: how it ended, what it said, what it changed."""

from __future__ import annotations

from dataclasses import dataclass

from asmeant.execution.shell.changes import Change
from asmeant.records import Ending


@dataclass(frozen=True, slots=True)
class Outcome:
    """One command in one fresh view of its tree.

    `finished` says that the shell ended by itself: whether well is in `exit_status`. `changes` are sorted by
    path; what was only written again with the same content and mode is in `touched` instead. `set_times` are
    those of paths whose time is not when the command ran, though it changed. Bytes that are not UTF-8 are
    shown as `\\xff`. What is `_cut` went on beyond the limit.
    """

    ending: Ending
    exit_status: int | None = None
    stdout: str = ""
    stderr: str = ""
    changes: tuple[Change, ...] = ()
    touched: tuple[str, ...] = ()
    set_times: tuple[tuple[str, int], ...] = ()
    stdout_cut: bool = False
    stderr_cut: bool = False
    changes_cut: bool = False
    reason: str = ""
    seconds: float = 0.0

    @property
    def succeeded(self) -> bool:
        return self.ending == "finished" and self.exit_status == 0

    @property
    def missing_tool(self) -> str:
        """The name of a tool that is not on this machine; empty where none was missed."""
        ending = ": command not found"
        lines = [line for line in self.stderr.splitlines() if line.endswith(ending)]
        return lines[0].removesuffix(ending).rpartition(": ")[2] if lines else ""
