"""A zygote after a trial -> whether it is as it was before the first: children inherit what it is.

System calls that could change it are forbidden to them. This is for the way that nobody thought of.
"""

from __future__ import annotations

import os
import resource
from typing import Any, List, Tuple

from . import kernel

# It sets the soft one itself, for the commands that it starts.
SET_BY_ITSELF = resource.RLIMIT_AS
LIMITS = sorted({getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")})
OTHER_LIMITS = tuple(what for what in LIMITS if what != SET_BY_ITSELF)
IOPRIO_GET = {"x86_64": 252, "aarch64": 31}.get(os.uname().machine)

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
        resource.getrlimit(SET_BY_ITSELF)[1],
        tuple(map(resource.getrlimit, OTHER_LIMITS)),
        scheduling(),
        ioprio(),
        oom_score(),
    )


def scheduling() -> Tuple[Any, ...]:
    if not hasattr(os, "sched_getscheduler"):
        return ()
    return os.sched_getscheduler(0), os.sched_getparam(0).sched_priority, sorted(os.sched_getaffinity(0))


def ioprio() -> int:
    return int(kernel.libc.syscall(IOPRIO_GET, 1, 0)) if IOPRIO_GET is not None else 0


def oom_score() -> bytes:
    try:
        file = os.open("/proc/self/oom_score_adj", os.O_RDONLY)
    except OSError:
        return b""
    score = os.read(file, 16)
    os.close(file)
    return score
