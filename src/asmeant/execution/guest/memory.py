"""The processes of a trial -> whether they take more memory together than they may."""

from __future__ import annotations

import contextlib
import os
from typing import Iterable

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def is_exceeded(processes: Iterable[int], memory_mb: int) -> bool:
    return resident_mb(processes) > memory_mb


def resident_mb(processes: Iterable[int]) -> int:
    pages = 0
    for pid in processes:
        with contextlib.suppress(OSError), open(f"/proc/{pid}/statm") as file:
            _, resident, shared = file.read().split()[:3]
            pages += int(resident) - int(shared)
    return pages * PAGE_BYTES >> 20
