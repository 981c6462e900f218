"""This machine -> a copy-on-write view of it for each command.

Every directory at the top of the machine is the lower layer of an overlay, and so is the folder in which the
command runs.
"""

from __future__ import annotations

import contextlib
import os
import stat
from typing import Any, Dict, List, NamedTuple, Optional, Set, Tuple

from . import beneath, kernel, views
from .attendant import Terminal
from .changes import Looking, State
from .kernel import MS_BIND, MS_NODEV, MS_NOSUID, MS_RDONLY, MS_REC, MS_REMOUNT, bind, check, libc, mount
from .root import DEVICES, tune
from .views import Overlay, lower_names, lower_place, lower_stat

# What others keep open lies in /run.
NOT_SHOWN = ("/proc", "/dev", "/sys", "/run", "/old")
MOST_FILES = 65_536
MOST_CHANGES = 2_000


class World(NamedTuple):
    folder: str
    as_root: bool
    lower: Dict[str, str]  # a path of the machine -> where it is kept, read-only
    terminal: Optional[Terminal]
    writable: Set[str]  # paths of the machine in which the user may write
    read_only: Set[str]  # those on a file system that nobody can write to


# ── this machine, read-only ────────────────────────────────────────────────────────────────────────


def build(folder: str, as_root: bool) -> Dict[str, str]:
    """The zygote's own root; where the directories of the machine are kept in it."""
    mount("none", "/", None, MS_REC | kernel.MS_PRIVATE)
    mount("zygote", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755")
    os.mkdir("/tmp/old")
    check(libc.pivot_root(b"/tmp", b"/tmp/old"), "pivot_root")
    os.chdir("/")
    os.umask(0o022)
    for path in ("/parts", "/base", "/lower", "/space", "/view", "/proc"):
        os.mkdir(path)
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | kernel.MS_NOEXEC)
    beneath.build_parts()
    beneath.build_base(False)
    close_to_root()
    lower = keep_machine(folder)
    tune(False, "/proc")
    check(libc.umount2(b"/old", kernel.MNT_DETACH), "umount")
    return lower


def close_to_root() -> None:
    """What only root may do to the machine: write to closed files of /proc, and change devices."""
    for name in os.listdir("/parts/proc"):
        place = f"/parts/proc/{name}"
        if name.isdigit() or os.path.islink(place) or os.stat(place).st_mode & stat.S_IROTH:
            continue
        if not os.path.isdir(place):
            mount("/old/dev/null", place, None, MS_BIND)
    for name in DEVICES:
        # A device can be written to all the same: only its owner and its mode are kept as they are.
        mount("none", f"/parts/dev/{name}", None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID)


def keep_machine(folder: str) -> Dict[str, str]:
    shown = [path for path in tops("/old") if is_shown(path)]
    lower = {}
    for number, path in enumerate([*shown, folder]):
        place = f"/lower/{number}"
        try:
            bind("/old" + path, place)
        except OSError:
            if path == folder:
                raise
            continue
        os.makedirs("/base" + path, exist_ok=True)
        lower[path] = place
    return lower


def tops(root: str) -> List[str]:
    return [f"/{name}" for name in sorted(os.listdir(root))]


def is_read_only(path: str) -> bool:
    with contextlib.suppress(OSError):
        return bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    return False


def is_shown(path: str) -> bool:
    return (
        path not in NOT_SHOWN
        and path not in beneath.parts
        and not os.path.islink("/old" + path)
        and os.path.isdir("/old" + path)
        and os.access("/old" + path, os.R_OK | os.X_OK)
    )


# ── a view ─────────────────────────────────────────────────────────────────────────────────────────


class FolderView:
    """The machine once more, for one command. `layers` are its overlays, by where they are mounted.

    `bound` are paths that are no overlays: they are the machine's own, read-only.
    """

    def __init__(self, world: World, disk_mb: int) -> None:
        self.space, self.root = views.new_place("/space"), views.new_place("/view")
        room = f"size={disk_mb}m,nr_inodes={MOST_FILES},mode=755"
        mount("space", self.space, "tmpfs", MS_NOSUID | MS_NODEV, room)
        self.layers: Dict[str, Overlay] = {}
        self.bound: List[str] = []
        self.lay("", "/base", world)
        for path, lower in world.lower.items():
            if path in world.read_only:
                self.bind(path, lower)
                continue
            try:
                self.lay(path, lower, world)
            except OSError as error:
                # Other file systems are mounted below it: it can be read, but not be written to.
                if path == world.folder:
                    raise OSError(
                        f"no copy-on-write view of {path}, in which another disk may be mounted"
                    ) from error
                if path != "/tmp":  # every command needs one that it can write to
                    self.bind(path, lower)
        for path in beneath.parts:
            mount("/parts" + path, self.root + path, None, MS_BIND | MS_REC)

    def lay(self, path: str, lower: str, world: World) -> None:
        """An overlay. Its top directory has the attributes of the upper layer, so they are copied."""
        place = f"{self.space}/{len(os.listdir(self.space))}"
        upper, work = place + "/upper", place + "/work"
        os.makedirs(upper)
        os.mkdir(work)
        now = os.stat(lower)
        mode = stat.S_IMODE(now.st_mode)
        with contextlib.suppress(OSError):
            os.chown(upper, now.st_uid, now.st_gid)
        os.chmod(upper, mode if not path or path in world.writable else mode & 0o555)
        os.utime(upper, ns=(now.st_atime_ns, now.st_mtime_ns))
        options = f"lowerdir={lower},upperdir={upper},workdir={work},userxattr"
        mount("view", self.root + path, "overlay", MS_NOSUID | MS_NODEV, options)
        self.layers[path] = Overlay([lower], self.space, self.root + path, upper, os.stat(upper))

    def bind(self, path: str, lower: str) -> None:
        mount(lower, self.root + path, None, MS_BIND | MS_REC)
        self.bound.append(path)

    def writable_places(self) -> List[str]:
        """As the command sees them; "/" where nothing of the machine itself is below it."""
        if not self.bound:
            return ["/"]
        places = {f"/{name}" for name in os.listdir(self.root)} | set(self.layers)
        return sorted(places - {"", *self.bound})

    def changes(self, begun: float, ended: float) -> Tuple[List[Dict[str, Any]], bool]:
        """What is not what it was, and whether there is more than is told."""
        changes: List[Dict[str, Any]] = []
        cut = False
        for path, layer in self.layers.items():
            if layer.changed():
                looking = Glance(layer, begun, ended)
                looking.left = MOST_CHANGES - len(changes)
                looking.look()
                for change in looking.changes:
                    changes.append(
                        dict(change, path=path + ("" if change["path"] == "/" else change["path"]))
                    )
                cut = cut or looking.cut
        return sorted(changes, key=lambda change: str(change["path"])), cut

    def is_full(self) -> bool:
        room = os.statvfs(self.space)
        return room.f_bavail == 0 or room.f_favail == 0

    def close(self) -> None:
        views.clear(self.root)
        views.clear(self.space)


class Glance(Looking):
    """What was deleted is not read: it may be large, and its path says enough."""

    left = MOST_CHANGES

    def add(self, path: str, before: Optional[State], after: Optional[State]) -> None:
        self.cut = self.cut or len(self.changes) >= self.left
        super().add(path, before, after)

    def gone_within(self, path: str) -> None:
        for name in () if self.cut else lower_names(self.view, path):
            self.gone(f"{path}/{name}")

    def gone(self, path: str) -> None:
        was = lower_stat(self.view, path)
        if was is None or self.cut:
            return
        before: Dict[str, Any] = {
            "kind": "directory" if stat.S_ISDIR(was.st_mode) else "file",
            "mode": stat.S_IMODE(was.st_mode),
            "time": int(was.st_mtime),
            "size": was.st_size,
        }
        if stat.S_ISLNK(was.st_mode):
            before.update(kind="link", target=os.readlink(lower_place(self.view, path)))
        self.add(path, before, None)
        if stat.S_ISDIR(was.st_mode):
            with contextlib.suppress(OSError):
                self.gone_within(path)
