"""What code may change around itself: folder, environment and chance. Both sides keep them alike."""

from __future__ import annotations

import os
from os import chdir, getcwd  # as they are, whatever a probe makes of them
from typing import Any, Callable, Dict

from . import chance


class Surroundings:
    """Those of this process, as the other side knows them."""

    def __init__(self) -> None:
        self.folder = getcwd()
        self.environment = raw_environment()
        self.chance: Any = None  # not followed until it is asked for

    def follow_chance(self) -> None:
        self.chance = chance.state()

    def changes(self) -> Dict[str, Any]:
        """What the other side does not know yet."""
        changes: Dict[str, Any] = {}
        try:
            folder = getcwd()
        except OSError:  # it was removed
            folder = self.folder
        if folder != self.folder:
            self.folder = changes["folder"] = folder
        environment = raw_environment()
        if environment != self.environment:
            self.environment = environment
            changes["environment"] = tuple(os.environ.items())
        if self.chance is not None:
            now = chance.state()
            if now != self.chance:
                self.chance = changes["chance"] = now
        return changes

    def take_over(self, changes: Dict[str, Any], permits: Callable[[str], bool]) -> None:
        """What the other side has changed, as far as that is permitted."""
        if "folder" in changes and permits("folder"):
            self.set_folder(changes["folder"])
        if "environment" in changes:
            theirs, ours = dict(changes["environment"]), dict(os.environ)
            changed = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
            changed = [name for name in changed if permits(f"environment {name}")]
            kept = {name: text for name, text in ours.items() if name not in changed}
            taken = {name: theirs[name] for name in changed if name in theirs}
            self.set_environment({**kept, **taken})
        if "chance" in changes and self.chance is not None and permits("chance"):
            self.set_chance(changes["chance"])

    def set_folder(self, folder: str) -> None:
        chdir(folder)
        self.folder = getcwd()

    def set_environment(self, items: Any) -> None:
        wanted = dict(items)
        for name in list(os.environ):
            if name not in wanted:
                del os.environ[name]
        os.environ.update(wanted)
        self.environment = raw_environment()

    def set_chance(self, state: Any) -> None:
        chance.restore(state)
        self.chance = chance.state()


def raw_environment() -> Dict[Any, Any]:
    """As the system has it: to decode all of it for each question would take longer than the question."""
    return dict(getattr(os.environ, "_data", os.environ))
