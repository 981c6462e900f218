"""A control group of its own for a zygote, where the machine lets us make one: it counts the CPU time of all
processes below, also of those that came and went between two looks and were waited for by nobody.

Version 2, without any controller: the counter is there in every group. Nothing depends on it.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import List, Optional

PREFIX = "asmeant-"
_counter: List[int] = []
_door: List[int] = []  # by which the world of probes leaves the group of the candidates, to be counted alone


def parent_group(mounts: str = "/proc/self/mountinfo", groups: str = "/proc/self/cgroup") -> Optional[str]:
    """The folder of the group that this process is in."""
    try:
        with open(groups) as file:
            paths = [line[3:].rstrip("\n") for line in file if line.startswith("0::")]
        with open(mounts) as file:
            rows = [line.split() for line in file if " - cgroup2 " in line]
    except OSError:
        return None
    # Of a mount: what is its root, and where it is.
    roots = [(row[3], row[4]) for row in rows]
    for path in paths:
        for root, target in roots:
            if root == "/" or path == root or path.startswith(root + "/"):
                return target + path[len(root.rstrip("/")) :]
    return None


def make(pid: int, parent: Optional[str]) -> Optional[str]:
    """A group for that process and all that it will start; None where we may not."""
    if parent is None:
        return None
    remove_old(parent)
    group = os.path.join(parent, f"{PREFIX}{pid}")
    try:
        os.mkdir(group)
        with open(os.path.join(group, "cgroup.procs"), "w") as file:
            file.write(str(pid))
    except OSError:
        remove(group)
        return None
    return group


def remove_old(parent: str) -> None:
    """Those of zygotes that were killed."""
    with contextlib.suppress(OSError):
        for name in os.listdir(parent):
            if name.startswith(PREFIX) and not os.path.exists(
                f"/proc/{name[len(PREFIX) :].partition('-')[0]}"
            ):
                remove(os.path.join(parent, name))


def remove(group: Optional[str]) -> None:
    if group is not None:
        with contextlib.suppress(OSError):
            os.rmdir(group)


def open_counter(parent: Optional[str]) -> None:
    """In the process that the group was made for, while it still sees the machine's folders."""
    if parent is not None:
        with contextlib.suppress(OSError):
            path = os.path.join(parent, f"{PREFIX}{os.getpid()}", "cpu.stat")
            _counter[:] = [os.open(path, os.O_RDONLY | os.O_CLOEXEC)]


def make_for_probes(parent: Optional[str]) -> Optional[str]:
    """Before anything is forked: a group that is still empty."""
    if parent is None:
        return None
    group = os.path.join(parent, f"{PREFIX}{os.getpid()}-probes")
    try:
        os.mkdir(group)
        _door[:] = [os.open(os.path.join(group, "cgroup.procs"), os.O_WRONLY | os.O_CLOEXEC)]
    except OSError:
        remove(group)
        return None
    return group


def divide(group: Optional[str], probes: bool) -> None:
    """In the world of probes: moves into their group. Afterwards nobody can."""
    if probes and group is not None:
        with contextlib.suppress(OSError):
            os.write(_door[0], b"0")
            close_counter()
            _counter[:] = [os.open(os.path.join(group, "cpu.stat"), os.O_RDONLY | os.O_CLOEXEC)]
    while _door:
        os.close(_door.pop())


def close_counter() -> None:
    """In a child: what is the zygote's own is out of a candidate's reach."""
    if _counter:
        os.close(_counter.pop())


def cpu_seconds() -> Optional[float]:
    """Of all that were ever in the group but this process; None where there is none."""
    if not _counter:
        return None
    try:
        words = os.pread(_counter[0], 200, 0).split()
        return int(words[1]) / 1e6 - time.process_time()
    except (OSError, ValueError, IndexError):
        return None
