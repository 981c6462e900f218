"""Name -> plug-in. The built-in plug-ins use the same entry points as those of other packages.

    [project.entry-points."asmeant.datasets"]
    mine = "my_package.my_module:MY_DATASET"

A plug-in is imported when it is first used, so a broken one does not affect the others.
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
    """Import a plug-in by its name."""
    points = [point for point in entry_points(group=GROUPS[kind]) if point.name == name]
    if not points:
        raise UnknownNameError(kind, name, names(kind), listing or f"asmeant list {kind}s")
    point = _only(kind, points)
    try:
        return point.load()
    except Exception as error:
        raise PluginError(
            f"The {kind} '{name}' is installed as {point.value}, but could not be imported: "
            f"{type(error).__name__}: {error}. Repair or uninstall {_package(point)}."
        ) from error


def _only(kind: str, points: list[EntryPoint]) -> EntryPoint:
    """The only entry point. Two packages that use the same name are an error."""
    targets = {point.value: point for point in points}
    if len(targets) > 1:
        packages = " and ".join(sorted(_package(point) for point in targets.values()))
        raise PluginError(
            f"The {kind} '{points[0].name}' is offered by {packages}. "
            f"Uninstall one, or rename its entry point."
        )
    return points[0]


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "its package"
