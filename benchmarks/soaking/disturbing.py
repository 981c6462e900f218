"""What goes wrong meanwhile: processes of a run are killed, its parent too, and its disk is filled."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from throughput.accounting import Process, processes, tree

# How Ray calls a process with an actor of ours.
WORKER = "ray::Bench"
KINDS = ("a zygote", "a descendant", "the parent", "a full disk")


def victims(root: int, kind: str, alive: list[Process], spared: Collection[int] = ()) -> list[int]:
    """The processes that may be killed: the parent, a child of it (zygotes), or what descends from those.

    Whoever is spared is not killed, and neither is what descends from it.
    """
    if kind == "the parent":
        return [root]
    kept = [process for process in alive if process.pid not in spared]
    descendants = [process for process in tree(root, kept) if process.pid != root]
    return [process.pid for process in descendants if (process.parent == root) == (kind == "a zygote")]


def workers_of_ray(root: int, alive: list[Process]) -> list[int]:
    """The processes in which a Ray that was started here does our work."""
    return [process.pid for process in tree(root, alive) if _title(process.pid).startswith(WORKER)]


def _title(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:  # it ended just now
        return ""


def members(root: int) -> list[int]:
    """A process and all its descendants."""
    return [process.pid for process in tree(root, processes())]


def kill_one(root: int, kind: str, chance: Random, spared: Collection[int] = ()) -> bool:
    """Kills one process of that kind. False if there is none."""
    return _kill_one_of(victims(root, kind, processes(), spared), chance)


def kill_of_ray(root: int, kind: str, chance: Random) -> bool:
    """Kills a process in which Ray works, a zygote of one, or a descendant of such a zygote."""
    alive = processes()
    workers = workers_of_ray(root, alive)
    if kind == "a worker":
        return _kill_one_of(workers, chance)
    return _kill_one_of([pid for worker in workers for pid in victims(worker, kind, alive)], chance)


def _kill_one_of(pids: Sequence[int], chance: Random) -> bool:
    if not pids:
        return False
    with suppress(ProcessLookupError):
        os.kill(chance.choice(pids), signal.SIGKILL)
    return True


def survivors(pids: Sequence[int], seconds: float) -> list[int]:
    """Those that still live after some seconds: whoever was killed should leave nobody behind."""
    end = time.monotonic() + seconds
    while (alive := [pid for pid in pids if Path(f"/proc/{pid}").exists()]) and time.monotonic() < end:
        time.sleep(0.2)
    return alive


def fill(folder: Path, most_mb: int) -> Path:
    """A file that takes all space that is left, of `most_mb` at most."""
    path = folder / ".filler"
    with suppress(OSError), path.open("wb", buffering=0) as file:
        for _ in range(most_mb * 16):
            file.write(bytes(1 << 16))
    return path


@contextmanager
def small_disk(folder: Path, size_mb: int) -> Iterator[bool]:
    """A folder on a disk of its own, where that is allowed. Yields whether it is."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size_mb}m", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=False)
