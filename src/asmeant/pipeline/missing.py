"""What tasks need and the place lacks: said before a model is asked or a program is run, with what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from asmeant.execution import Place
from asmeant.execution.installed import libraries_in, packages_for
from asmeant.execution.worlds import worlds
from asmeant.execution.worlds.commands import COMMANDS, THIS_MACHINE
from asmeant.records import Task

MOST_NAMED = 12


def missing_notice(place: Place, tasks: Sequence[Task], dataset: str, world: str) -> str:
    """What will be undecided here, or judged otherwise than in the dataset's world; empty where nothing is.

    Where the person has named a `world`, they are not told to build another one.
    """
    home = worlds().get(dataset.partition(":")[0])
    build = f"asmeant world build {home.name}" if home and not place.world and not world else ""
    missing = libraries_in(place, required_libraries(tasks)).missing
    if missing:
        return missing_libraries(tasks, missing, place.label, build)
    if build:
        return (
            f"the world of {dataset} is not built. Without its versions of libraries and its canned answers "
            f"of the network, some tasks may be judged otherwise. Build it with: {build}"
        )
    if place.commands is None and not world and any(is_command(task) for task in tasks):
        return (
            f"commands run with {THIS_MACHINE}: those that need others are undecided. For the same "
            f"verdicts on every machine: asmeant world build {COMMANDS}"
        )
    return ""


def is_command(task: Task) -> bool:
    return task.code_language == "bash" and bool(task.checks)


def missing_libraries(tasks: Sequence[Task], missing: Sequence[str], label: str, build: str = "") -> str:
    """What is missing, what follows from it, and how to add it: with the dataset's world, or with pip."""
    runnable = [task for task in tasks if task.checks]
    affected = sum(not set(missing).isdisjoint(task.scaffold.libraries) for task in runnable)
    names = ", ".join(missing[:MOST_NAMED]) + (", …" if len(missing) > MOST_NAMED else "")
    remedy = build or f"pip install {' '.join(packages_for(missing))}"
    return (
        f"{affected} of {len(runnable)} tasks will be undecided, because libraries that they need are not "
        f"installed in {label}: {names}. Add them with: {remedy}"
    )


def required_libraries(tasks: Iterable[Task]) -> set[str]:
    """What the tasks that can be run need, by the names under which it is imported."""
    return {library for task in tasks if task.checks for library in task.scaffold.libraries}
