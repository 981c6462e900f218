"""A starting tree -> a fresh view of it: an overlay in which a command may change everything.

/trees/N   the starting trees, each written once
/space/N   what one view may write
/view/N    the overlay of that on what lies below every tree (beneath.py): the root of a command
"""

from __future__ import annotations

import base64
import contextlib
import os
import stat
from typing import Any, Dict, List, NamedTuple, Optional

from . import beneath
from .beneath import LONG_AGO
from .kernel import MNT_DETACH, MS_BIND, MS_NOATIME, MS_NODEV, MS_NOSUID, MS_REC, check, libc, mount

MOST_FILES = 16_384
MOST_TREES = 16

_trees: Dict[str, str] = {}
_made = [0]


def known(digest: str) -> bool:
    return digest in _trees


def plant(digest: str, entries: List[Dict[str, Any]]) -> None:
    """Writes a tree to be the ground of many views. The oldest makes room."""
    while len(_trees) >= MOST_TREES:
        clear(_trees.pop(next(iter(_trees))))
    root = new_place("/trees")
    # Who looks at what a command changed leaves no trace of that.
    mount("tree", root, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOATIME, "mode=755")
    for entry in entries:
        grow(root + entry["path"], entry, root)
    # Times last, and those of folders after what is in them.
    for entry in reversed(entries):
        if entry["kind"] != "hard link":
            os.utime(root + entry["path"], (entry["time"], entry["time"]), follow_symlinks=False)
    os.utime(root, (LONG_AGO, LONG_AGO))
    _trees[digest] = root


def new_place(folder: str) -> str:
    _made[0] += 1
    place = f"{folder}/{_made[0]}"
    os.mkdir(place)
    return place


def clear(place: str) -> None:
    check(libc.umount2(place.encode(), MNT_DETACH), f"umount {place}")
    os.rmdir(place)


def grow(path: str, entry: Dict[str, Any], root: str) -> None:
    kind = entry["kind"]
    if kind == "directory":
        if not os.path.isdir(path):
            os.mkdir(path)
    elif kind == "link":
        os.symlink(entry["target"], path)
    elif kind == "hard link":
        os.link(root + entry["target"], path, follow_symlinks=False)
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        with open(path, "wb") as file:
            file.write(base64.b64decode(entry["content"]))
            file.truncate(max(file.tell(), entry.get("size", 0)))
    if kind != "hard link" and (entry["owner"] or entry["group"]):
        os.chown(path, entry["owner"], entry["group"], follow_symlinks=False)
    if kind not in ("link", "hard link"):
        os.chmod(path, entry["mode"])


# ── views ──────────────────────────────────────────────────────────────────────────────────────────


class Overlay(NamedTuple):
    """One overlay: the root of commands for as long as none of them changes anything."""

    lower: List[str]
    space: str
    root: str
    upper: str
    fresh: os.stat_result

    def changed(self) -> bool:
        now = os.stat(self.upper)
        same = (now.st_ctime_ns, now.st_mode) == (self.fresh.st_ctime_ns, self.fresh.st_mode)
        return not same or bool(os.listdir(self.upper))


def open_view(digest: str, disk_mb: int) -> Overlay:
    space, root = new_place("/space"), new_place("/view")
    mount("space", space, "tmpfs", MS_NOSUID | MS_NODEV, f"size={disk_mb}m,nr_inodes={MOST_FILES},mode=755")
    upper, work = space + "/upper", space + "/work"
    os.mkdir(upper)
    os.mkdir(work)
    os.utime(upper, (LONG_AGO, LONG_AGO))
    lower = [_trees[digest], "/base", *beneath.lowest]
    options = f"lowerdir={':'.join(lower)},upperdir={upper},workdir={work},userxattr"
    mount("tree", root, "overlay", MS_NOSUID | MS_NODEV, options)
    for path in beneath.parts:
        mount("/parts" + path, root + path, None, MS_BIND | MS_REC)
    return Overlay(lower, space, root, upper, os.stat(upper))


def close_view(view: Overlay) -> None:
    # All at once, whatever a command made of it.
    clear(view.root)
    clear(view.space)


def lower_stat(view: Overlay, path: str) -> Optional[os.stat_result]:
    """What was there before the command."""
    return next(filter(None, (stat_in(place, path) for place in view.lower)), None)


def lower_place(view: Overlay, path: str) -> str:
    return next(place + path for place in view.lower if os.path.lexists(place + path))


def lower_names(view: Overlay, path: str) -> List[str]:
    names = set()
    for place in view.lower:
        entry = stat_in(place, path)
        if entry is not None and stat.S_ISDIR(entry.st_mode):
            names.update(os.listdir(place + path))
    return sorted(names)


def stat_in(place: str, path: str) -> Optional[os.stat_result]:
    with contextlib.suppress(OSError):
        return os.lstat(place + path)
    return None
