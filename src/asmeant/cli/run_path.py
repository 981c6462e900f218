"""A path on the command line -> the run that is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from asmeant.errors import MistakenWordError, UsageError, closest, hint
from asmeant.runs import RunFolder


class RunPath(click.Path):
    """A run that is there."""

    name = "run"

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return run_at(value)


def run_at(path: str | Path) -> RunFolder:
    """The run in that folder, which must be there."""
    files = RunFolder(Path(path))
    if files.exists():
        return files
    names = sorted(file.parent.name for file in Path("runs").glob("*/run.json"))
    close = closest(Path(path).name, names)
    if close:
        raise MistakenWordError(
            f"{path} is not a run: it has no run.json. Closest: runs/{close}", str(path), f"runs/{close}"
        )
    known = f"{hint(Path(path).name, names)}" if names else "There is no run under runs/ here."
    raise UsageError(f"{path} is not a run: it has no run.json. {known} See: asmeant list runs")
