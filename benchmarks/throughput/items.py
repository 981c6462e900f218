"""One program with what every system needs to judge it. Imports nothing of ours, so the floor stays light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Item:
    """A candidate's code, and its task in the words of each system.

    `program` is the code put together with its scaffold, and `whole` that with its test, to be run from top
    to bottom. `inputs` and `expected` are what the test asks the reference and what it answers, for a system
    that compares values itself. `task` is the task as JSON.
    """

    task_id: str
    entry: str
    code: str
    program: str
    test: str
    task: bytes
    inputs: tuple[tuple[Any, ...], ...] = ()
    expected: tuple[Any, ...] = ()

    @property
    def whole(self) -> str:
        return f"{self.program}\n{self.test}\n"
