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
    shown as `\\xff`. What is `_cut` went on beyond the limit; `stdout_bytes` and `stdout_digest` are of all
    of it.
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
    stdout_bytes: int = 0
    stdout_digest: str = ""

    @property
    def succeeded(self) -> bool:
        return self.ending == "finished" and self.exit_status == 0


@dataclass(frozen=True, slots=True)
class Sameness:
    """`reason`: as what kind two outcomes are the same, or what differs; `undecided`: why nobody can say."""

    same: bool
    reason: str = ""
    undecided: str = ""
