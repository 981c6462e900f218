"""What a world is: a Python, libraries that are locked, old behaviour given back, and canned answers."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from asmeant.errors import DataError, UnknownNameError, UsageError
from asmeant.records import Task

# What an answer may say; see responder.py.
_ANSWER = {"about", "url", "method", "page", "status", "headers", "body", "json", "base64", "echo"}
_PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)", re.MULTILINE)

COMMANDS = "bash"  # the name of the world for commands


@dataclass(frozen=True, slots=True)
class Tier:
    """Modules that a program finds loaded already, when it uses one of these libraries."""

    libraries: tuple[str, ...]
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class World:
    """The Python and the libraries in which a suite's candidates run.

    `folder` holds a `pythonX.Y.lock` for each Python, the shims, and `answers/*.json`. The first tier that
    has one of a program's libraries is its tier; one without libraries is for all programs. `{home}` in a
    variable of `environment` is the folder in which the world was built. `warming` is Python code that is run
    once it is built, and fills the caches that programs will find but cannot write.
    """

    name: str
    about: str
    folder: Path
    pythons: tuple[str, ...]
    size_mb: int
    shims: str = ""
    tiers: tuple[Tier, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    warming: str = ""

    def lock(self, python: str) -> Path:
        return self.folder / f"python{python}.lock"

    def lock_sum(self, python: str) -> str:
        return hashlib.sha256(self.lock(python).read_bytes()).hexdigest()

    def packages(self, python: str) -> dict[str, str]:
        """The version that each package is locked at. Some may be for other machines only."""
        return dict(_PINNED.findall(self.lock(python).read_text("utf-8")))

    def preload(self, libraries: Collection[str]) -> tuple[str, ...]:
        for tier in self.tiers:
            if not tier.libraries or not set(tier.libraries).isdisjoint(libraries):
                return tier.modules
        return ()

    def answers(self, more: Path | None = None) -> list[dict[str, Any]]:
        """The canned answers, those of the folder `more` first. A file `default.json` comes last."""
        folders = [folder for folder in (more, self.folder / "answers") if folder is not None]
        return [answer for folder in folders for answer in read_answers(folder)]

    def quarantine(self) -> dict[str, str]:
        """Tasks that no candidate can be judged on, and why."""
        path = self.folder / "quarantine.json"
        known: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        return known


def quarantined(task: Task, world: World) -> Task:
    """The task; where no candidate can be judged on it, without its checks, and with the reason."""
    reason = world.quarantine().get(task.id)
    if reason is None:
        return task
    return replace(task, checks=(), tags={**task.tags, "quarantine": reason})


def read_answers(folder: Path) -> Iterator[dict[str, Any]]:
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}. Give one that holds canned answers as *.json files.")
    for path in sorted(folder.glob("*.json"), key=lambda path: (path.name == "default.json", path.name)):
        try:
            answers = json.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise DataError(f"{path} is not JSON: {error}. Correct it there.") from error
        if not isinstance(answers, list):
            raise DataError(f"{path} holds {type(answers).__name__}, not a list. Write [ {{...}}, ... ].")
        for number, answer in enumerate(answers, 1):
            fault = fault_of(answer)
            if fault:
                raise DataError(f"Answer {number} of {path} {fault}. See docs/reference/odex-world.md")
            yield answer


def fault_of(answer: object) -> str | None:
    if not isinstance(answer, dict) or not isinstance(answer.get("url"), str):
        return "has no url"
    unknown = sorted(answer.keys() - _ANSWER)
    if unknown:
        return f"says '{unknown[0]}', which means nothing. Known: {', '.join(sorted(_ANSWER))}"
    return None


@cache
def worlds() -> Mapping[str, World]:
    from asmeant.execution.worlds.odex import ODEX

    return {ODEX.name: ODEX}


def find_world(name: str) -> World:
    if name not in worlds():
        raise UnknownNameError("world", name, [*worlds(), COMMANDS], "asmeant world list")
    return worlds()[name]


def worlds_folder() -> Path:
    """Where worlds are built: ASMEANT_WORLDS, or else a folder among the user's data."""
    return Path(os.environ.get("ASMEANT_WORLDS") or Path(platformdirs.user_data_dir("asmeant")) / "worlds")
