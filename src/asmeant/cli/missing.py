"""What tasks need and the place lacks: told before a model is asked or a program is run, with what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from asmeant.records import Task

if TYPE_CHECKING:
    from asmeant.execution import Place

MOST_NAMED = 12
WARNED = "asmeant.warned"


def warn_of_missing(place: Place, tasks: Sequence[Task], dataset: str, chosen: bool = False) -> None:
    """Once for each call of the command. Where a person has `chosen` the place, it stays that one."""
    from asmeant.execution.installed import libraries_in
    from asmeant.execution.worlds import worlds
    from asmeant.pipeline import libraries_of

    context = click.get_current_context(silent=True)
    warned: set[str] = context.meta.setdefault(WARNED, set()) if context else set()
    if dataset in warned:
        return
    warned.add(dataset)
    world = worlds().get(dataset.partition(":")[0])
    build = f"asmeant world build {world.name}" if world and not place.world and not chosen else ""
    missing = libraries_in(place, libraries_of(tasks)).missing
    if missing:
        _say(missing_libraries(tasks, missing, place.label, build))
    elif build:
        _say(
            f"the world of {dataset} is not built. Without its versions of libraries and its canned answers "
            f"of the network, some tasks may be judged otherwise. Build it with: {build}"
        )


def missing_libraries(tasks: Sequence[Task], missing: Sequence[str], label: str, build: str = "") -> str:
    """What is missing, what follows from it, and how to add it: with the dataset's world, or with pip."""
    from asmeant.execution.installed import packages_for

    runnable = [task for task in tasks if task.checks]
    affected = sum(not set(missing).isdisjoint(task.scaffold.libraries) for task in runnable)
    names = ", ".join(missing[:MOST_NAMED]) + (", …" if len(missing) > MOST_NAMED else "")
    cure = build or f"pip install {' '.join(packages_for(missing))}"
    return (
        f"{affected} of {len(runnable)} tasks will be undecided, because libraries that they need are not "
        f"installed in {label}: {names}. Add them with: {cure}"
    )


def _say(text: str) -> None:
    click.echo(f"asmeant: {text}", err=True)
