"""The box: the one place where a program may write. Each trial begins in one that is as new."""

from __future__ import annotations

import contextlib
import fcntl
import os
import struct
from functools import lru_cache
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

PLACES = ("work", "tmp", "shm")
MODE = 0o755
GET_FLAGS = 0x80086601  # FS_IOC_GETFLAGS: what chattr sets

_touched: Dict[str, List[Any]] = {}
_new: Dict[str, Condition] = {}
_spoiled: List[str] = []


class Condition(NamedTuple):
    """What a new box is known by: its folders, and that nothing takes up room in it."""

    folders: Tuple[Any, ...]
    room: Tuple[int, int]


def make_box(box: str) -> None:
    for place in PLACES:
        path = os.path.join(box, place)
        if not os.path.isdir(path):
            os.mkdir(path)
            os.chmod(path, MODE)  # whatever the umask is


def clear_box(box: str) -> bool:
    """Whether the box is as new. Where it cannot be made so, this zygote has done its last job."""
    if box in _spoiled:
        return False
    # Whatever is done in a folder or to it changes its ctime, which only the kernel sets.
    if box in _touched and marks(box) == _touched[box]:
        return True
    try:
        renew(box)
        condition = condition_of(box)
        clean = _new.setdefault(box, condition) == condition
        _touched[box] = marks(box)
    except (OSError, RecursionError):
        clean = False
    if not clean:
        _spoiled.append(box)
    return clean


@lru_cache(maxsize=8)
def paths(box: str) -> Tuple[str, ...]:
    return (box, *(os.path.join(box, place) for place in PLACES))


def marks(box: str) -> List[Any]:
    """The same as long as nobody has written in its folders or changed them. Every import looks into them."""
    folders: List[Any] = []
    try:
        for path in paths(box):
            folder = os.lstat(path)
            folders.append((folder.st_ino, folder.st_mode, folder.st_ctime_ns))
    except OSError:
        pass
    return folders


def renew(box: str) -> None:
    for name in os.listdir(box):
        remove(os.path.join(box, name))
    with contextlib.suppress(AttributeError):  # not every system has them
        for name in os.listxattr(box):
            os.removexattr(box, name)
    if box in _new:
        mode = _new[box].folders[0][0]
        if os.lstat(box).st_mode != mode:
            os.chmod(box, mode & 0o7777)
    make_box(box)


def condition_of(box: str) -> Condition:
    room = os.statvfs(box)
    if room.f_files == 0 or os.lstat(box).st_dev == os.lstat(os.path.dirname(box)).st_dev:
        return Condition(tuple(map(folder_of, paths(box))), (0, 0))  # a folder among others, without walls
    return Condition(tuple(map(folder_of, paths(box))), (room.f_bfree, room.f_ffree))


def folder_of(path: str) -> Tuple[Any, ...]:
    status = os.lstat(path)
    names = sorted(os.listdir(path))
    attributes = os.listxattr(path, follow_symlinks=False) if hasattr(os, "listxattr") else []
    return status.st_mode, status.st_uid, status.st_gid, names, attributes, flags_of(path)


def flags_of(path: str) -> int:
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        return int(struct.unpack("l", fcntl.ioctl(folder, GET_FLAGS, struct.pack("l", 0)))[0])
    except OSError:  # not every file system has flags
        return 0
    finally:
        os.close(folder)


def remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        remove_folder(path)
    else:
        os.unlink(path)


def remove_folder(name: str, parent: Optional[int] = None) -> None:
    """By way of its parent: a path may be longer than the system takes. Its maker may have closed it."""
    os.chmod(name, 0o700, dir_fd=parent)
    folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
    try:
        with os.scandir(folder) as entries:
            inside = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
        for entry_name, is_folder in inside:
            if is_folder:
                remove_folder(entry_name, folder)
            else:
                os.unlink(entry_name, dir_fd=folder)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=parent)
