"""A name -> an object. Ours and a stranger's register through the same entry points.

    [project.entry-points."asmeant.datasets"]
    mine = "my_package.my_module:MY_DATASET"

A plug-in is imported when it is first asked for, so a broken one breaks nothing else.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from asmeant.errors import PluginError, UnknownNameError

GROUPS = {
    "dataset": "asmeant.datasets",
    "client": "asmeant.clients",
    "model": "asmeant.models",
    "prompt": "asmeant.prompts",
    "metric": "asmeant.metrics",
    "sandbox": "asmeant.sandboxes",
}


def names(kind: str) -> list[str]:
    """The names of all plug-ins of one kind, without importing any."""
    return sorted({point.name for point in entry_points(group=GROUPS[kind])})


def load(kind: str, name: str, listing: str | None = None) -> Any:
    """The object that a plug-in's name stands for."""
    found = [point for point in entry_points(group=GROUPS[kind]) if point.name == name]
    if not found:
        raise UnknownNameError(kind, name, names(kind), listing or f"asmeant list {kind}s")
    point = _only(kind, found)
    try:
        return point.load()
    except Exception as error:
        raise PluginError(
            f"The {kind} '{name}' is installed as {point.value}, but could not be imported: "
            f"{type(error).__name__}: {error}. Repair or uninstall {_package(point)}."
        ) from error


def _only(kind: str, found: list[EntryPoint]) -> EntryPoint:
    """One plug-in a name: two packages that claim the same name are a mistake to be seen, not a race."""
    targets = {point.value: point for point in found}
    if len(targets) > 1:
        packages = " and ".join(sorted(_package(point) for point in targets.values()))
        raise PluginError(
            f"The {kind} '{found[0].name}' is offered by {packages}. "
            f"Uninstall one, or rename its entry point."
        )
    return found[0]


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "its package"
