"""World -> a folder that holds it. Built under another name and renamed, so what has its name is whole."""

from __future__ import annotations

import datetime
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock, Timeout

from asmeant.errors import SandboxError
from asmeant.execution.worlds import installing
from asmeant.execution.worlds.world import World, find_world, worlds_folder

State = Literal["built", "not built", "unfinished", "out of date"]
# Called with the packages that are there, how many there will be, and what is being done.
Progress = Callable[[int, int, str], None]

_STAMP = "world.json"
_INSTALLED = """
import importlib.metadata, json
found = importlib.metadata.distributions()
print(json.dumps({package.metadata["Name"].lower(): package.version for package in found}))
"""


@dataclass(frozen=True, slots=True)
class Built:
    """A world that is there."""

    world: World
    home: Path
    version: str

    @property
    def python(self) -> str:
        return str(self.home / "bin" / "python")

    @property
    def shims(self) -> Path | None:
        return self.world.folder / self.world.shims if self.world.shims else None

    @property
    def environment(self) -> dict[str, str]:
        return {name: text.format(home=self.home) for name, text in self.world.environment.items()}

    def packages(self) -> dict[str, str]:
        """The version of each package that was installed."""
        versions: dict[str, str] = _stamp(self.home).get("packages", {})
        return versions

    @property
    def label(self) -> str:
        """For a run's settings: with the same label, the same libraries."""
        return f"{self.world.name}-{self.version}@{self.world.lock_sum(self.version)[:12]}"


def built(name: str, version: str | None = None) -> Built:
    """The world of that name, for its first Python unless told. It must have been built."""
    world = find_world(name)
    version = version or world.pythons[0]
    current_state = state(world, version)
    if current_state != "built":
        why = "its lock has changed since" if current_state == "out of date" else current_state
        raise SandboxError(
            f"The world '{name}' for Python {version} cannot be used: {why}. Run: asmeant world build {name}"
        )
    return Built(world, home_of(world, version), version)


def home_of(world: World, version: str) -> Path:
    return worlds_folder() / f"{world.name}-{version}"


def _part_of(world: World, version: str) -> Path:
    home = home_of(world, version)
    return home.with_name(f"{home.name}.part")


def state(world: World, version: str) -> State:
    home = home_of(world, version)
    if not (home / _STAMP).exists():
        return "unfinished" if _part_of(world, version).exists() else "not built"
    return "built" if _stamp(home).get("lock") == world.lock_sum(version) else "out of date"


def _stamp(home: Path) -> dict[str, Any]:
    try:
        stamp = json.loads((home / _STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


# ── build ──────────────────────────────────────────────────────────────────────────────────────────


def build(
    world: World,
    version: str,
    *,
    python: str | None = None,
    installer: str | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Built:
    """Builds the world, or goes on where an earlier build broke off. A world that is there is left alone."""
    home = home_of(world, version)
    if state(world, version) == "built" and not fresh:
        return Built(world, home, version)
    tool = installing.choose_installer(installer)
    base = installing.find_python(version, python, tool)
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(home.with_name(f".{home.name}.lock"), timeout=0):
            _require_room(world, home.parent)
            _build(world, version, base, tool, fresh, progress or _silent)
    except Timeout as error:
        raise SandboxError(
            f"Another process is building {home}. Wait for it, or end it, and try again."
        ) from error
    except OSError as error:
        raise SandboxError(
            f"The world cannot be written to {home.parent}: {error.strerror or error}. Set ASMEANT_WORLDS "
            f"to a folder that you may write to and that has {world.size_mb:,} MB of room."
        ) from error
    return Built(world, home, version)


def _silent(_done: int, _total: int, _note: str) -> None:
    """For who does not want to know."""


def _require_room(world: World, folder: Path) -> None:
    free_mb = shutil.disk_usage(folder).free >> 20
    if free_mb < world.size_mb:
        raise SandboxError(
            f"The world '{world.name}' needs about {world.size_mb:,} MB, and {free_mb:,} MB are free in "
            f"{folder}. Make room, or set ASMEANT_WORLDS to a folder on another disk."
        )


def _build(
    world: World, version: str, base: str, tool: installing.Installer, fresh: bool, progress: Progress
) -> None:
    home, part = home_of(world, version), _part_of(world, version)
    stamp = {"world": world.name, "python": version, "lock": world.lock_sum(version), "installer": tool}
    # What an older lock or another installer left half-done would stay in the way of this one.
    if fresh or _stamp(part) != stamp:
        shutil.rmtree(part, ignore_errors=True)
    total = len(world.packages(version))
    on_line = _counting(total, progress)
    progress(0, total, f"making an environment with Python {base}")
    installing.make_environment(part, base, tool, on_line)
    _write_stamp(part, stamp)
    progress(0, total, f"installing with {tool}")
    installing.install(part, world.lock(version), tool, on_line)
    if world.warming:
        progress(total, total, "warming up")
        _warm(Built(world, part, version))
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    _write_stamp(part, {**stamp, "built": now, "packages": _installed(part)})
    _swap(part, home)
    progress(total, total, "done")


def _counting(total: int, progress: Progress) -> installing.LineListener:
    """pip names each package as it comes to it; uv is done before one could read along."""
    done = 0

    def on_line(line: str) -> None:
        nonlocal done
        done = min(total, done + line.startswith(("Collecting ", "Requirement already satisfied: ")))
        progress(done, total, line[:100])

    return on_line


def _warm(place: Built) -> None:
    command = [place.python, "-I", "-c", place.world.warming]
    try:
        subprocess.run(
            command,
            env={**os.environ, **place.environment},
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
        )
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise SandboxError(
            f"The world '{place.world.name}' is installed, but does not work: {last}. "
            f"Run: asmeant world build {place.world.name} --fresh"
        ) from error


def _write_stamp(home: Path, stamp: dict[str, Any]) -> None:
    (home / _STAMP).write_text(json.dumps(stamp, indent=2) + "\n", "utf-8")


def _swap(part: Path, home: Path) -> None:
    old = home.with_name(f"{home.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    with suppress(FileNotFoundError):
        home.rename(old)
    part.rename(home)
    shutil.rmtree(old, ignore_errors=True)


# ── check, remove ──────────────────────────────────────────────────────────────────────────────────


def problems(place: Built) -> list[str]:
    """What is not as it was when the world was built. None means that it is sound."""
    try:
        installed = _installed(place.home)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return [f"its Python does not run: {error}"]
    wanted = place.packages()
    missing = [f"{name} is missing" for name in wanted if name not in installed]
    changed = [
        f"{name} is {installed[name]}, and was {version}"
        for name, version in wanted.items()
        if installed.get(name, version) != version
    ]
    added = [f"{name} was added" for name in installed if name not in wanted]
    return missing + changed + added


def _installed(home: Path) -> dict[str, str]:
    command = [str(home / "bin" / "python"), "-I", "-c", _INSTALLED]
    process = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    versions: dict[str, str] = json.loads(process.stdout)
    return dict(sorted(versions.items()))


def remove(world: World, version: str) -> list[Path]:
    """Removes the world and what unfinished builds left. Returns what was there."""
    home = home_of(world, version)
    there = [
        path for path in (home, _part_of(world, version), home.with_name(f"{home.name}.old")) if path.exists()
    ]
    for path in there:
        # First the stamp: half a world must not look like a whole one.
        (path / _STAMP).unlink(missing_ok=True)
        shutil.rmtree(path)
    return there
