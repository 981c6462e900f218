"""A path on the command line -> the run at that path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from asmeant.errors import MistakenWordError, UsageError, closest, hint
from asmeant.runs import RunFolder
from asmeant.store_runs import run_folder
from asmeant.stores import is_url, local_path


class RunPath(click.Path):
    """The path of an existing run."""

    name = "run"

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return run_at(value)


class RunPlace(click.Path):
    """Where a run is written: a folder, or a URL such as s3://bucket/run."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if isinstance(value, str) and is_url(value) else local_path(value)


def run_at(path: str | Path) -> RunFolder:
    """The run in that folder. It is an error if there is none."""
    files = run_folder(path)
    if files.exists():
        return files
    if isinstance(path, str) and is_url(path):
        raise UsageError(f"{path} is not a run: it has no run.json. Check the URL.")
    names = sorted(file.parent.name for file in Path("runs").glob("*/run.json"))
    close = closest(Path(path).name, names)
    if close:
        raise MistakenWordError(
            f"{path} is not a run: it has no run.json. Closest: runs/{close}", str(path), f"runs/{close}"
        )
    suggestion = f"{hint(Path(path).name, names)}" if names else "There is no run under runs/ here."
    raise UsageError(f"{path} is not a run: it has no run.json. {suggestion} See: asmeant list runs")
