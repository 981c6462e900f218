"""Warnings about libraries and tools that tasks need and the place does not have, with what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from asmeant.execution import Place
from asmeant.execution.installed import libraries_in, packages_for
from asmeant.execution.shell.tools import missing_tools
from asmeant.execution.worlds import worlds
from asmeant.execution.worlds.commands import THIS_MACHINE
from asmeant.execution.worlds.world import COMMANDS
from asmeant.records import Task

MOST_NAMED = 12


def missing_notice(place: Place, tasks: Sequence[Task], dataset: str, world: str) -> str:
    """What will be undecided here, or judged otherwise than in the dataset's world; empty where nothing is.

    If the user chose a `world`, the notice does not suggest another one.
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
    return missing_tools_notice(place, tasks, world)


def missing_tools_notice(place: Place, tasks: Sequence[Task], world: str) -> str:
    """Which commands cannot be decided here because tools are missing."""
    lacking = {
        task.id: tools
        for task in tasks
        if task.code_language == "bash" and task.checks and (tools := _missing_tools(task, place))
    }
    if not lacking:
        return ""
    commands = sum(task.code_language == "bash" and bool(task.checks) for task in tasks)
    names = sorted({name for tools in lacking.values() for name in tools})
    where = place.commands.label if place.commands else THIS_MACHINE
    remedy = (
        "" if place.commands or world else f" Build a world that has more: asmeant world build {COMMANDS}"
    )
    return (
        f"{len(lacking)} of {commands} commands will be undecided, because tools that they need are not "
        f"among {where}: {_listed(names)}.{remedy}"
    )


def _missing_tools(task: Task, place: Place) -> set[str]:
    """Those that every check needs: one check that holds is enough."""
    commands = [check.same_outcome_as or "" for check in task.checks]
    missing = [set(missing_tools(command, True, place.commands)) for command in commands]
    return set().union(*missing) if all(missing) else set()


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")


def missing_libraries(tasks: Sequence[Task], missing: Sequence[str], label: str, build: str = "") -> str:
    """What is missing, what follows from it, and how to add it: with the dataset's world, or with pip."""
    runnable = [task for task in tasks if task.checks]
    affected = sum(not set(missing).isdisjoint(task.scaffold.libraries) for task in runnable)
    remedy = build or f"pip install {' '.join(packages_for(missing))}"
    return (
        f"{affected} of {len(runnable)} tasks will be undecided, because libraries that they need are not "
        f"installed in {label}: {_listed(missing)}. Add them with: {remedy}"
    )


def required_libraries(tasks: Iterable[Task]) -> set[str]:
    """What the tasks that can be run need, by the names under which it is imported."""
    return {library for task in tasks if task.checks for library in task.scaffold.libraries}
