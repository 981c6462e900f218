"""A folder, a moment -> a path in it that has changed since, by the times that the kernel keeps (ctime)."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path

# The clock of files is a coarse one: it may be this much behind.
COARSE_SECONDS = 0.02
MOST_SECONDS = 0.5


def changed_since(
    folder: Path, moment: float, others: Iterable[str] = (), most_seconds: float = MOST_SECONDS
) -> str:
    """The first path in the folder, or of the others, that is not what it was. Empty if there is none.

    A large folder is looked through from its top for as long as `most_seconds`.
    """
    deadline = time.monotonic() + most_seconds
    for path in (os.fspath(folder), *others):
        if _is_newer(path, moment):
            return path
    waiting = deque([os.fspath(folder)])
    while waiting and time.monotonic() < deadline:
        try:
            with os.scandir(waiting.popleft()) as entries:
                for entry in entries:
                    if _is_newer(entry.path, moment):
                        return entry.path
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    if time.monotonic() > deadline:
                        return ""
        except OSError:
            continue  # it cannot be read, or it is gone: then the folder above is newer
    return ""


def _is_newer(path: str, moment: float) -> bool:
    try:
        return os.lstat(path).st_ctime > moment - COARSE_SECONDS
    except OSError:
        return False
