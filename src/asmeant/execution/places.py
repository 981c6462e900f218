"""Where programs run -> the kind of zygote for a program: this Python, or that of a world."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from asmeant.execution.worlds import Built, Tier, quarantined
from asmeant.execution.worlds.commands import THIS_MACHINE, BuiltCommands
from asmeant.execution.zygotes import ZygoteKind
from asmeant.records import Limits, Program, Task

# What programs find loaded ahead of them in this Python, by the libraries that they use. A fork of a process
# that has loaded much is dear, so each program gets the least that serves it. Of the standard library that is
# what many programs import: hashlib, which few do, would cost every one of them as much as ten imports.
STANDARD = (
    "bisect", "collections", "copy", "datetime", "decimal", "functools", "heapq", "itertools", "json", "math",
    "operator", "random", "re", "string", "typing",
)  # fmt: skip
TIERS = (
    Tier(("sklearn",), (*STANDARD, "numpy", "pandas", "sklearn")),
    Tier(("matplotlib", "seaborn"), (*STANDARD, "numpy", "pandas", "matplotlib.pyplot")),
    Tier(("pandas",), (*STANDARD, "numpy", "pandas")),
    Tier(("numpy", "scipy"), (*STANDARD, "numpy")),
)


@dataclass(frozen=True)
class Place:
    """A Python and what it is given. Without a world, this Python; `answers` are more canned ones.

    `commands` is the world in which Bash runs; without one, this machine's tools serve.
    """

    world: Built | None = None
    answers: Path | None = None
    python: str = sys.executable
    seed: int = 0
    commands: BuiltCommands | None = None

    @property
    def label(self) -> str:
        return self.world.label if self.world else "this Python"

    @property
    def is_this_python(self) -> bool:
        """Whether programs run in the Python that runs asmeant."""
        return self.world is None and self.python == sys.executable

    def label_for(self, tasks: Iterable[Task]) -> str:
        """Where programs in the languages of these tasks run: for a run's settings."""
        languages = {task.code_language for task in tasks}
        if "bash" not in languages:
            return self.label
        tools = self.commands.label if self.commands else THIS_MACHINE
        return tools if languages == {"bash"} else f"{self.label}, {tools}"

    def known(self, task: Task) -> Task:
        """The task as it can be judged here."""
        return quarantined(task, self.world.world) if self.world else task

    def kind(self, program: Program, limits: Limits, walls: bool, references: bool = False) -> ZygoteKind:
        return ZygoteKind(
            python=self.world.python if self.world else self.python,
            preload=self._preload(program) if walls else (),
            isolated=walls,
            disk_mb=limits.disk_mb,
            processes=limits.processes,
            seed=self.seed,
            live=limits.network,
            shims=str(self.world.shims or "") if self.world else "",
            answers=self._answers,
            environment=tuple(self.world.environment.items()) if self.world else (),
            references=references,
        )

    def _preload(self, program: Program) -> tuple[str, ...]:
        if self.world:
            return self.world.world.preload(program.scaffold.libraries)
        used = set(program.scaffold.libraries)
        return next((tier.modules for tier in TIERS if used & set(tier.libraries)), STANDARD)

    @cached_property
    def _answers(self) -> str:
        return json.dumps(self.world.world.answers(self.answers)) if self.world else "[]"
