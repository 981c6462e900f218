"""Settings and tasks -> the folder of a run: a new one, or the same one if it exists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from asmeant.errors import RunError, UsageError
from asmeant.execution import Place
from asmeant.execution.installed import libraries_in
from asmeant.pipeline.missing import required_libraries
from asmeant.records import Run, Task
from asmeant.runs import RunFolder


def start_folder(files: RunFolder, run: Run, tasks: Iterable[Task], place: Place | None = None) -> Run:
    """Write the settings and tasks of a new run. An existing folder must hold the same run.

    With `place`, the versions of its libraries are written, too.
    """
    if files.exists():
        stored = files.settings()
        if stored.id != run.id:
            raise RunError(
                f"{files.label} holds another run ({stored.id}, not {run.id}). "
                f"Continue it with --resume {files.label}, or choose another folder with --out."
            )
        return stored
    tasks = list(tasks)
    if not tasks:
        raise UsageError("No task is left to run. Look at --lang, --ids and --limit.")
    if place is not None:
        libraries = libraries_in(place, required_libraries(tasks)).versions
        # Ours come first, and the name of no library takes the place of them.
        run = replace(run, versions={**run.versions, **libraries, **run.versions})
    files.begin(run, tasks)
    return run
