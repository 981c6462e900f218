"""The world of Bash commands. What is in it and why: docs/reference/bash-world.md"""

from __future__ import annotations

from pathlib import Path

from asmeant.execution.worlds.commands import CommandWorld
from asmeant.execution.worlds.world import COMMANDS

BASH = CommandWorld(
    name=COMMANDS,
    about="the utilities of Debian 12 that commands call, at exact versions",
    folder=Path(__file__).resolve().parent,
    release="debian12",
    size_mb=800,
)
