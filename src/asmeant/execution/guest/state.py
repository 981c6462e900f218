"""A zygote after a trial -> whether it is as it was before the first: children inherit what it is.

System calls that could change it are forbidden to them. This is for the way that nobody thought of.
"""

from __future__ import annotations

import contextlib
import os
import resource
from typing import Any, List, Tuple

from . import isolation

# It sets the soft one itself, for the commands that it starts.
SET_BY_ITSELF = resource.RLIMIT_AS
LIMITS = sorted({getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")})
IOPRIO_GET = {"x86_64": 252, "aarch64": 31}

_first: List[Any] = []


def remember() -> None:
    """Once, when it is fit for its first trial."""
    _first[:] = [state_of()]


def is_as_first() -> bool:
    return not _first or _first[0] == state_of()


def state_of() -> Tuple[Any, ...]:
    """All of this process that its children get, that is not memory, and that others could have changed."""
    place = os.stat(".")
    return (
        (place.st_dev, place.st_ino),
        os.getpriority(os.PRIO_PROCESS, 0),
        tuple(map(limit_of, LIMITS)),
        scheduling(),
        ioprio(),
        oom_score(),
    )


def limit_of(what: int) -> Tuple[int, int]:
    soft, hard = resource.getrlimit(what)
    return (0 if what == SET_BY_ITSELF else soft), hard


def scheduling() -> Tuple[Any, ...]:
    if not hasattr(os, "sched_getscheduler"):
        return ()
    return os.sched_getscheduler(0), os.sched_getparam(0).sched_priority, sorted(os.sched_getaffinity(0))


def ioprio() -> int:
    number = IOPRIO_GET.get(os.uname().machine)
    return int(isolation.libc.syscall(number, 1, 0)) if number is not None else 0


def oom_score() -> bytes:
    with contextlib.suppress(OSError):
        file = os.open("/proc/self/oom_score_adj", os.O_RDONLY)
        try:
            return os.read(file, 16)
        finally:
            os.close(file)
    return b""
