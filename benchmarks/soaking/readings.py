"""A tree of processes -> what it holds: memory, processes, files, namespaces, mounts, temporary space."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import median

from throughput.accounting import cpu_seconds, processes, resident_mb, tree

PR_SET_CHILD_SUBREAPER = 36
NAMESPACES = ("mnt", "pid", "net", "ipc", "uts", "user", "cgroup")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a process (`own`) and all its descendants hold at one moment."""

    own_mb: float
    tree_mb: float
    processes: float
    open_files: float
    namespaces: float
    mounts: float
    temporary_mb: float
    temporary_files: float
    machine_mounts: float


def adopt_orphans() -> None:
    """Makes this process the parent of descendants whose parent was killed, or they would not be counted."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "orphans cannot be adopted")


def read(root: int, temporary: Path) -> Reading:
    tree_mb = {process.pid: _or_nothing(resident_mb, process.pid) for process in tree(root, processes())}
    pids = [pid for pid, size_mb in tree_mb.items() if size_mb]  # one that has ended holds nothing
    space = [path.lstat() for path in _everything_in(temporary)]
    return Reading(
        own_mb=resident_mb(root),
        tree_mb=sum(tree_mb.values()),
        processes=len(pids),
        open_files=sum(_or_nothing(_open_files, pid) for pid in pids),
        namespaces=len(set().union(*(_namespaces(pid) for pid in pids))),
        mounts=_mounts(pids),
        temporary_mb=sum(status.st_blocks * 512 for status in space) / 2**20,
        temporary_files=len(space),
        machine_mounts=_lines(Path("/proc/self/mountinfo")),
    )


def middle(readings: Sequence[Reading]) -> Reading:
    """The median of each number: a single reading sees programs that are just running."""
    return Reading(
        **{
            field.name: median(getattr(reading, field.name) for reading in readings)
            for field in fields(Reading)
        }
    )


def growth(first: Reading, last: Reading) -> dict[str, float]:
    """By how much each number grew."""
    before, after = asdict(first), asdict(last)
    return {name: round(after[name] - before[name], 2) for name in before}


def _or_nothing(read_one: object, pid: int) -> float:
    try:
        return float(read_one(pid))  # type: ignore[operator]
    except OSError:  # it ended just now
        return 0.0


def _open_files(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208


def _namespaces(pid: int) -> set[str]:
    names = set()
    for kind in NAMESPACES:
        try:
            names.add(str(Path(f"/proc/{pid}/ns/{kind}").readlink()))
        except OSError:
            continue
    return names


def _mounts(pids: Sequence[int]) -> int:
    """Mounts of all mount namespaces of the tree."""
    counts = {}
    for pid in pids:
        try:
            counts[str(Path(f"/proc/{pid}/ns/mnt").readlink())] = _lines(Path(f"/proc/{pid}/mountinfo"))
        except OSError:
            continue
    return sum(counts.values())


def _lines(path: Path) -> int:
    return len(path.read_text().splitlines())


def _everything_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_symlink() or path.exists()]


__all__ = ["Reading", "adopt_orphans", "cpu_seconds", "growth", "middle", "read"]
