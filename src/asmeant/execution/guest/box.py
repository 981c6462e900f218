"""The box: the one place where a program may write. Each trial begins in an empty one."""

from __future__ import annotations

import os
import shutil
from typing import Any

PLACES = ("work", "tmp", "shm")


def make_box(box: str) -> None:
    for place in PLACES:
        os.makedirs(os.path.join(box, place), exist_ok=True)


def empty(box: str) -> bool:
    return sorted(os.listdir(box)) == sorted(PLACES) and not any(
        os.listdir(os.path.join(box, place)) for place in PLACES
    )


def clear_box(box: str) -> bool:
    """Whether the box is as new. Where it cannot be made so, this zygote has done its last job."""
    try:
        if empty(box):
            return True
        for name in os.listdir(box):
            remove(os.path.join(box, name))
        make_box(box)
        return empty(box)
    except (OSError, RecursionError):
        return False


def remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        os.chmod(path, 0o700)
        shutil.rmtree(path, onerror=open_up)
    else:
        os.unlink(path)


def open_up(function: Any, path: str, _error: Any) -> None:
    """A directory that its maker closed is opened, and tried again."""
    os.chmod(os.path.dirname(path), 0o700)
    if os.path.isdir(path):
        os.chmod(path, 0o700)
        shutil.rmtree(path)
    else:
        function(path)
