"""The limits of a trial -> those that the kernel keeps for each process."""

from __future__ import annotations

import resource
from typing import Any, Dict, List, Tuple

Job = Dict[str, Any]


def resources(limits: Job) -> List[Tuple[int, Tuple[int, int]]]:
    """The limits that the kernel keeps for each process."""
    cpu = cpu_backstop(limits["seconds"])
    memory, disk = limits["memory_mb"] << 20, limits["disk_mb"] << 20
    wanted = (
        (resource.RLIMIT_CPU, cpu, cpu + 1),
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, disk, disk),
    )
    return [(what, (lowered(what, soft), lowered(what, hard))) for what, soft, hard in wanted]


def cpu_backstop(seconds: float) -> int:
    """In whole seconds, for the kernel: a second more than the limit, which is kept by who watches."""
    return int(-(-seconds // 1)) + 1


def lowered(what: int, wanted: int) -> int:
    ceiling = resource.getrlimit(what)[1]
    return wanted if ceiling == resource.RLIM_INFINITY else min(wanted, ceiling)
