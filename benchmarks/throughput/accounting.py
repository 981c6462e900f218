"""Seconds, CPU and memory of a tree of processes; medians, spreads and ratios of what was measured."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

TICKS = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of several rounds, and the least and the most."""

    median: float
    least: float
    most: float


def spread(values: Iterable[float]) -> Spread:
    found = sorted(values)
    return Spread(median(found), found[0], found[-1])


def ratios(values: Sequence[float], to: Sequence[float]) -> Spread:
    """Round by round: what slows down one system of a round slows down the other."""
    return spread(value / other for value, other in zip(values, to, strict=True))


def fastest(speeds: Iterable[Sequence[float]]) -> list[float]:
    """In each round, the speed of whichever was the fastest."""
    return [max(one_round) for one_round in zip(*speeds, strict=True)]


@dataclass(frozen=True, slots=True)
class Process:
    """One line of /proc/PID/stat. The CPU seconds hold those of its children that were waited for."""

    pid: int
    parent: int
    cpu_seconds: float


def read_process(line: str) -> Process:
    # The name stands in brackets and may hold anything, brackets and blanks too.
    pid, rest = line.split(" ", 1)
    fields = rest.rpartition(")")[2].split()
    return Process(int(pid), int(fields[1]), sum(map(int, fields[11:15])) / TICKS)


def processes() -> list[Process]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            found.append(read_process(path.read_text(errors="replace")))
        except OSError:  # it ended just now
            continue
    return found


def tree(root: int, found: Iterable[Process]) -> list[Process]:
    """A process and all that descend from it."""
    children = defaultdict(list)
    by_pid = {}
    for process in found:
        children[process.parent].append(process)
        by_pid[process.pid] = process
    kept = [by_pid[root]]
    for process in kept:
        kept += children[process.pid]
    return kept


def cpu_seconds(root: int) -> float:
    """What a process and all its descendants have used, the living and those that were waited for.

    Not resource.getrusage: of a zygote that goes on living it sees nothing.
    """
    return sum(process.cpu_seconds for process in tree(root, processes()))


def resident_mb(pid: int | str = "self") -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * PAGE_BYTES / 2**20
