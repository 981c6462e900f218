"""Memory of a zygote -> the same, with what every trial touches close together.

After a fork, the first write to a page copies it, in the child and in the zygote. Python writes to whatever
it uses, since each object counts who refers to it. What is imported falls into the holes that earlier imports
left, all over the memory. So the holes are filled before the modules that run in a trial are imported, and
stay filled: what a child makes of its own gets fresh pages, too. No page more is needed for that.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any, List

# Small objects: Python's own allocator keeps those of a size together, in pools.
SMALLEST, LARGEST, STEP = 48, 512, 16
POOL_BYTES = 16384 if sys.version_info >= (3, 10) else 4096
POOL_HEADER_BYTES = 48
ENOUGH = 6  # in a row, from the beginning of a pool
OF_BYTES = b"".__sizeof__()
MOST_FILLERS = 20_000  # of a size
# Large ones: those of the C library, which takes the first hole that is large enough.
LARGE = (65536, 32768, 16384, 8192, 4096, 2048, 1024, 768, 640, 528)

_kept: List[bytes] = []


def pack(libc: Any) -> None:
    fill_pools()
    if hasattr(libc, "malloc_trim"):  # not every C library has it
        libc.malloc_trim(0)
        fill_heap(libc)


def fill_pools() -> None:
    for size in range(SMALLEST, LARGEST + 1, STEP):
        in_a_row = last = 0
        for _ in range(MOST_FILLERS):
            filler = bytes(size - OF_BYTES)
            place = id(filler)
            is_first = place % POOL_BYTES == POOL_HEADER_BYTES
            in_a_row = 1 if is_first else in_a_row + 1 if in_a_row and place - last == size else 0
            last = place
            _kept.append(filler)
            if in_a_row == ENOUGH:  # a fresh pool: it is left to who comes next
                del _kept[-ENOUGH:]
                break


def fill_heap(libc: Any) -> None:
    """Takes every hole, and writes to none of them: their pages were just given back."""
    allocate = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(("malloc", libc))
    release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(("free", libc))
    highest = 0
    for size in LARGE:
        for _ in range(MOST_FILLERS):
            place = allocate(size) or 0
            if place > highest and highest:
                release(place)  # behind all others: there was no hole left
                break
            highest = max(highest, place)
