"""CommandWorld -> its root folder. Built under another name and renamed, so what has its name is whole."""

from __future__ import annotations

import datetime
import errno
import hashlib
import json
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from asmeant.errors import SandboxError
from asmeant.execution.guest.beneath import LONG_AGO
from asmeant.execution.guest.ids import FIRST_OUTSIDE_ID
from asmeant.execution.worlds.commands import (
    STAMP,
    BuiltCommands,
    CommandWorld,
    debian_architecture,
    read_stamp,
    state,
)
from asmeant.execution.worlds.debian import packages, system
from asmeant.execution.worlds.debian.finishing import finish
from asmeant.execution.worlds.debian.lock import Lock, read_lock
from asmeant.execution.worlds.debian.sources import fetch, find_apt, resolve

# Called with the steps that are done, how many there will be, and what is being done.
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Sources:
    """Where packages come from: mirrors that a person names, else this machine's apt sources."""

    mirrors: tuple[str, ...] = ()
    lock: Path | None = None


def build(
    world: CommandWorld,
    sources: Sources | None = None,
    *,
    fresh: bool = False,
    progress: Progress = lambda _done, _total, _note: None,
) -> BuiltCommands:
    """Builds the world, or goes on where an earlier build broke off. A world that is there is left alone."""
    sources = sources or Sources()
    lock = read_lock(sources.lock) if sources.lock else world.lock()
    if lock.architecture != debian_architecture():
        raise SandboxError(
            f"The lock is for {lock.architecture}, and this machine is {debian_architecture()}. "
            f"Make one here: asmeant world lock {world.name} FILE"
        )
    stamp = {"world": world.name, "lock": lock.sum, "own_lock": sources.lock is not None}
    if not fresh and state(world) == "built" and read_stamp(world.home).get("lock") == lock.sum:
        return BuiltCommands(world.name, world.home, lock.sum)
    with _alone(world):
        _require_room(world)
        if fresh:
            shutil.rmtree(world.part, ignore_errors=True)
        _Steps(world, lock, sources, progress).run(stamp)
    return BuiltCommands(world.name, world.home, lock.sum)


class _Steps:
    """Each package is fetched, then unpacked; then the root is made to work. What was fetched is kept."""

    def __init__(self, world: CommandWorld, lock: Lock, sources: Sources, progress: Progress) -> None:
        self.world, self.lock, self.sources = world, lock, sources
        self.total, self.done = 2 * len(lock.packages), 0
        self._progress = progress
        self.begun = time.time()

    def tell(self, steps: int, note: str) -> None:
        self.done += steps
        self._progress(self.done, self.total, note)

    def run(self, stamp: dict[str, object]) -> None:
        part = self.world.part
        fetched, root = part / "packages", part / "root"
        part.mkdir(parents=True, exist_ok=True)
        apt = None if self.sources.mirrors else find_apt(part / "apt", self.lock.architecture)
        fetch(self.lock, fetched, apt, self.sources.mirrors, self.tell)
        _remove(root)  # what an interrupted build left is not known to be whole
        root.mkdir()
        for package in self.lock.packages:
            packages.unpack(fetched / package.file_name, root)
            self.tell(1, f"unpacked {package.name}")
        self.tell(0, "setting up")
        controls = [packages.control(fetched / package.file_name) for package in self.lock.packages]
        system.configure(root, controls)
        _give_to_root_inside(root)
        finish(BuiltCommands(self.world.name, part, self.lock.sum), self.world.folder / "machine.c")
        _date(root, self.begun)
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        versions = {package.name: package.version for package in self.lock.packages}
        content = {**stamp, "built": now, "packages": versions, "digest": digest_of(root)}
        (part / "lock").write_text(str(self.lock), "utf-8")
        shutil.rmtree(part / "apt", ignore_errors=True)
        shutil.rmtree(fetched)
        (part / STAMP).write_text(json.dumps(content, indent=2) + "\n", "utf-8")
        _swap(part, self.world.home)
        self.tell(0, "done")


@contextmanager
def _alone(world: CommandWorld) -> Iterator[None]:
    home = world.home
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(home.with_name(f".{home.name}.lock"), timeout=0):
            yield
    except Timeout as error:
        raise SandboxError(
            f"Another process is building {home}. Wait for it, or end it, and try again."
        ) from error
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise SandboxError(
            f"The world cannot be written to {home.parent}: {error.strerror or error}. "
            + ("Make room, or set" if full else "Set")
            + f" ASMEANT_WORLDS to a folder that you may write to and that has {world.size_mb:,} MB of room."
        ) from error


def _require_room(world: CommandWorld) -> None:
    free_mb = shutil.disk_usage(world.home.parent).free >> 20
    if free_mb < world.size_mb:
        raise SandboxError(
            f"The world '{world.name}' needs about {world.size_mb:,} MB, and {free_mb:,} MB are free in "
            f"{world.home.parent}. Make room, or set ASMEANT_WORLDS to a folder on another disk."
        )


def _give_to_root_inside(root: Path) -> None:
    """Where root builds, files belong to an id that is root for commands and nobody for this machine."""
    if os.geteuid() == 0:
        for path in _paths(root):
            os.lchown(path, FIRST_OUTSIDE_ID, FIRST_OUTSIDE_ID)


def _date(root: Path, begun: float) -> None:
    """What was made here and not in a package is as old as the empty system: no two builds differ."""
    for path in _paths(root):
        if path.lstat().st_mtime >= begun - 2:
            os.utime(path, (LONG_AGO, LONG_AGO), follow_symlinks=False)


def _paths(root: Path) -> Iterator[Path]:
    """What is in folders before the folders themselves."""
    for path in sorted(root.iterdir()):
        if path.is_dir() and not path.is_symlink():
            yield from _paths(path)
        else:
            yield path
    yield root


def _swap(part: Path, home: Path) -> None:
    old = home.with_name(f"{home.name}.old")
    _remove(old)
    with suppress(FileNotFoundError):
        home.rename(old)
    part.rename(home)
    _remove(old)


def _remove(path: Path) -> None:
    if path.exists():
        shutil.rmtree(path)


# ── lock, check, remove ────────────────────────────────────────────────────────────────────────────


def make_lock(world: CommandWorld) -> Lock:
    """The world's packages at the versions that this machine's apt sources have now."""
    with _alone(world):
        folder = world.part / "apt"
        folder.mkdir(parents=True, exist_ok=True)
        apt = find_apt(folder, debian_architecture())
        if apt is None:
            raise SandboxError("A lock is made of this machine's apt sources, and it has no apt.")
        return resolve(apt, world.wanted)


def digest_of(root: Path) -> str:
    """Of all names, kinds, modes and sizes: it tells whether anything was changed, in a second."""
    digest = hashlib.sha256()
    for path in _paths(root):
        status = path.lstat()
        target = str(path.readlink()) if stat.S_ISLNK(status.st_mode) else ""
        size = status.st_size if stat.S_ISREG(status.st_mode) else 0
        row = f"{path.relative_to(root)}\0{status.st_mode:o}\0{size}\0{target}\n"
        digest.update(row.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def problems(place: BuiltCommands) -> list[str]:
    """What is not as it was when the world was built. None means that it is sound."""
    if digest_of(place.root) != read_stamp(place.home).get("digest"):
        return [f"files of {place.root} were changed, added or removed"]
    return []


def remove(world: CommandWorld) -> list[Path]:
    """Removes the world and what unfinished builds left. Returns what was there."""
    paths: Sequence[Path] = (world.home, world.part, world.home.with_name(f"{world.name}.old"))
    there = [path for path in paths if path.exists()]
    for path in there:
        # First the stamp: half a world must not look like a whole one.
        (path / STAMP).unlink(missing_ok=True)
        shutil.rmtree(path)
    return there
