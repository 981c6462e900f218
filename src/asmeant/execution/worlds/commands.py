"""A world for commands: a root folder of pinned packages, whose tools run instead of this machine's."""

from __future__ import annotations

import json
import os
import platform
import posixpath
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from asmeant.errors import SandboxError
from asmeant.execution.worlds.debian.lock import Lock, read_lock
from asmeant.execution.worlds.world import worlds_folder

State = Literal["built", "not built", "unfinished", "out of date"]
STAMP = "world.json"
THIS_MACHINE = "this machine's tools"
# What this machine calls itself, and what Debian calls it.
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# By which programs of a world are told what time it is, and what the machine is. See machine.c.
LIBRARY = "usr/lib/asmeant/machine.so"
PATH = ("usr/local/sbin", "usr/local/bin", "usr/sbin", "usr/bin", "sbin", "bin")


@dataclass(frozen=True, slots=True)
class CommandWorld:
    """What the root folder is made of. `folder` holds `packages.txt`, the locks, and `machine.c`.

    A lock is for one architecture. `size_mb` is what the root folder takes up, with what was fetched for it.
    """

    name: str
    about: str
    folder: Path
    release: str
    size_mb: int

    @property
    def home(self) -> Path:
        return worlds_folder() / self.name

    @property
    def part(self) -> Path:
        """Where it is built, until it is whole."""
        return self.home.with_name(f"{self.name}.part")

    @property
    def lock_path(self) -> Path:
        return self.folder / f"{self.release}-{debian_architecture()}.lock"

    @property
    def wanted(self) -> list[str]:
        """The names of packages, without what they depend on."""
        lines = (self.folder / "packages.txt").read_text("utf-8").splitlines()
        return [name for line in lines if not line.startswith("#") for name in line.split()]

    def lock(self) -> Lock:
        if not self.lock_path.is_file():
            raise SandboxError(
                f"The world '{self.name}' has no lock for {platform.machine()}. Make one of this machine's "
                f"apt sources: asmeant world lock {self.name} FILE, and then: "
                f"asmeant world build {self.name} --lock FILE"
            )
        return read_lock(self.lock_path)


@dataclass(frozen=True, slots=True)
class BuiltCommands:
    """A world for commands that is there."""

    name: str
    home: Path
    lock_sum: str

    @property
    def root(self) -> Path:
        return self.home / "root"

    @property
    def label(self) -> str:
        """For a run's settings: with the same label, the same tools."""
        return f"{self.name}@{self.lock_sum[:12]}"

    @property
    def has_clock(self) -> bool:
        """Whether its clock can be set."""
        return (self.root / LIBRARY).is_file()

    def has_tool(self, name: str) -> bool:
        return _has_tool(self.root, name)

    def packages(self) -> dict[str, str]:
        versions: dict[str, str] = read_stamp(self.home).get("packages", {})
        return versions


@cache
def _has_tool(root: Path, name: str) -> bool:
    return "/" not in name and any(_is_program(root, f"{folder}/{name}") for folder in PATH)


def _is_program(root: Path, path: str) -> bool:
    """Links are followed as they lead inside the root, where `/` is the root itself."""
    for _ in range(20):
        place = root / path
        if not place.is_symlink():
            return place.is_file() and os.access(place, os.X_OK)
        path = posixpath.normpath(f"/{posixpath.join(posixpath.dirname(path), place.readlink())}").lstrip("/")
    return False


def debian_architecture() -> str:
    machine = platform.machine()
    return ARCHITECTURES.get(machine, machine)


def read_stamp(home: Path) -> dict[str, Any]:
    try:
        stamp = json.loads((home / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def bash_world() -> CommandWorld:
    from asmeant.execution.worlds.bash import BASH

    return BASH


def command_worlds() -> dict[str, CommandWorld]:
    world = bash_world()
    return {world.name: world}


def state(world: CommandWorld) -> State:
    """A world of your own lock is never out of date: it is what you asked for."""
    stamp = read_stamp(world.home)
    if not stamp:
        return "unfinished" if world.part.exists() else "not built"
    if stamp.get("own_lock") or not world.lock_path.is_file():
        return "built"
    return "built" if stamp.get("lock") == world.lock().sum else "out of date"


def built_commands(world: CommandWorld | None = None) -> BuiltCommands:
    """The world, which must have been built."""
    world = world or bash_world()
    current = state(world)
    if current != "built":
        why = "its lock has changed since" if current == "out of date" else current
        raise SandboxError(
            f"The world '{world.name}' cannot be used: {why}. Run: asmeant world build {world.name}"
        )
    return BuiltCommands(world.name, world.home, read_stamp(world.home)["lock"])


def usual_commands() -> BuiltCommands | None:
    """Where commands run unless told: in the Bash world if it is built, else with this machine's tools."""
    return built_commands() if state(bash_world()) == "built" else None
