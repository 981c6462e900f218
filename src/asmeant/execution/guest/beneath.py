"""What lies below every view of a tree: the tools of the machine or of a world, and an empty system.

/parts     what every view shows of the machine: its tools, unless there is a world, /proc and a few devices
/base      the empty system below every tree: /etc, /tmp, /var, ...
/known     what every view says of the machine: files that stand in /proc for the machine's own
/world     where commands run in a world: all of its tools, read-only
"""

from __future__ import annotations

import contextlib
import os
import struct
import time
from typing import Any, Dict, List, Optional

from . import users
from .isolation import NEW_MOUNTS
from .kernel import (
    MNT_DETACH,
    MS_BIND,
    MS_NOATIME,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_RDONLY,
    MS_REC,
    MS_REMOUNT,
    bind,
    check,
    libc,
    mount,
    read_only,
    write,
)
from .machine import KNOWN, KNOWN_OF_SYS
from .root import DEVICES, NETWORK_FILES, hide_machine, tune

# Tools of the machine, where it has them. What is a link there is a link here.
TOOLS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
FOLDERS = {
    "/boot": 0o755, "/etc": 0o755, "/home": 0o755, "/media": 0o755, "/mnt": 0o755, "/opt": 0o755,
    "/root": 0o700, "/run": 0o755, "/run/shm": 0o1777, "/srv": 0o755, "/sys": 0o755, "/tmp": 0o1777,
    "/var": 0o755, "/var/cache": 0o755, "/var/lib": 0o755, "/var/log": 0o755, "/var/spool": 0o755,
    "/var/tmp": 0o1777, "/proc": 0o755, "/dev": 0o755,
}  # fmt: skip
FILES = {
    "/etc/passwd": users.passwd(),
    "/etc/group": users.group(),
    "/etc/hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
    "/etc/hostname": "sandbox\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "/etc/resolv.conf": "",
    "/etc/shells": "/bin/sh\n/bin/bash\n",
}
LINKS = {"/etc/localtime": "/usr/share/zoneinfo/UTC", "/etc/os-release": "../usr/lib/os-release"}
COPIED = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/mime.types", "/etc/alternatives")
DEVICE_LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2", "shm": "/run/shm"}
# The empty system is the same on every day.
LONG_AGO = 1_700_000_000
# Where a world's own programs read what time it is. See machine.c of the world.
MOMENT = "/usr/lib/asmeant/moment"
# Where root makes a world visible for those who may not go where it is.
REACHED, ZYGOTE = "/tmp/world", "/tmp/zygote"

WORLD = "/world"

parts: List[str] = []
# The world below all else, where there is one, and what its clock was last set to.
lowest: List[str] = []
_clock: List[Optional[float]] = [None]
# The clock of files is a coarse one.
BEGUN = int(time.time()) - 1


def reach(settings: Dict[str, Any]) -> None:
    """Before root becomes somebody else: a world may be in a folder that only root may enter."""
    if not settings["world"] or os.geteuid() != 0:
        return
    check(libc.unshare(NEW_MOUNTS), "unshare")
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    world = os.open(settings["world"], os.O_PATH | os.O_DIRECTORY)  # it may be in /tmp
    mount("reached", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=64k,mode=755")
    os.mkdir(REACHED)
    os.mkdir(ZYGOTE)
    mount(f"/proc/self/fd/{world}", REACHED, None, MS_BIND)
    os.close(world)
    settings["world"] = REACHED


def build(settings: Dict[str, Any]) -> None:
    """The zygote's own root, in which nothing of the machine can be written."""
    place = ZYGOTE if settings["world"] == REACHED else "/tmp"
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    world = open_world(settings["world"])
    mount("zygote", place, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOATIME, "mode=755")
    os.mkdir(place + "/old")
    check(libc.pivot_root(place.encode(), f"{place}/old".encode()), "pivot_root")
    os.chdir("/")
    os.umask(0o022)
    for folder in ("/parts", "/base", "/trees", "/space", "/view", "/proc"):
        os.mkdir(folder)
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    if world is not None:
        os.mkdir(WORLD)
        mount(f"/proc/self/fd/{world}", WORLD, None, MS_BIND)
        read_only(WORLD)
        os.close(world)
        lowest.append(WORLD)
    build_parts()
    build_base(settings["live"])
    if world is not None:
        know_machine()
    tune(settings["live"], "/proc")
    check(libc.umount2(b"/old", MNT_DETACH), "umount")


def open_world(world: str) -> Optional[int]:
    """By its own number: it may be in what /tmp will hide."""
    return os.open(world, os.O_PATH | os.O_DIRECTORY) if world else None


def know_machine() -> None:
    """What utilities read of the machine, the same everywhere."""
    os.mkdir("/known")
    for name, text in KNOWN.items():
        source = f"/known/{name.replace('/', '-')}"
        write(source, text)
        if os.path.exists(f"/parts/proc/{name}"):
            mount(source, f"/parts/proc/{name}", None, MS_BIND)
            read_only(f"/parts/proc/{name}")


def set_clock(clock: Optional[float]) -> None:
    """What time it is for the next command; what is written since the zygote began is of that time."""
    if lowest and _clock[0] != clock:
        _clock[0] = clock
        with open("/base" + MOMENT, "r+b") as file:
            file.write(moment(clock))


def moment(clock: Optional[float]) -> bytes:
    return struct.pack("qq", *((0, 0) if clock is None else (int(clock), BEGUN)))


def build_parts() -> None:
    for path in TOOLS if not lowest else ():
        if os.path.isdir("/old" + path) and not os.path.islink("/old" + path):
            bind("/old" + path, "/parts" + path)
            parts.append(path)
    parts.extend(("/proc", "/dev"))
    # What a command may not look into (the zygote), it does not see.
    os.mkdir("/parts/proc")
    mount("proc", "/parts/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "hidepid=2")
    hide_machine("/parts/proc", "/old/dev/null")
    os.mkdir("/parts/dev")
    mount("dev", "/parts/dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "size=64k,mode=755")
    for name in DEVICES:
        bind(f"/old/dev/{name}", f"/parts/dev/{name}", device=True)
    for name, target in DEVICE_LINKS.items():
        os.symlink(target, f"/parts/dev/{name}")
    os.utime("/parts/dev", (LONG_AGO, LONG_AGO))
    # Not what is mounted in it: a device that is read-only cannot be written to.
    mount("none", "/parts/dev", None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID)


def build_base(live: bool) -> None:
    for path, mode in FOLDERS.items():
        os.mkdir("/base" + path)
        os.chmod("/base" + path, mode)
    if lowest:
        for path, content in {**KNOWN_OF_SYS, MOMENT: moment(None).decode()}.items():
            os.makedirs(os.path.dirname("/base" + path), exist_ok=True)
            write("/base" + path, content)
    else:
        show_tools()
    for path, text in FILES.items():
        shown = live and path in NETWORK_FILES and os.path.exists("/old" + path)
        if shown or not lowest:
            write("/base" + path, read("/old" + path).decode() if shown else text)
    for folder, folders, files in os.walk("/base", topdown=False):
        for name in (*files, *folders):
            os.utime(os.path.join(folder, name), (LONG_AGO, LONG_AGO), follow_symlinks=False)


def show_tools() -> None:
    """Those of this machine, and what they need of its /etc."""
    for path in TOOLS:
        if os.path.islink("/old" + path):
            os.symlink(os.readlink("/old" + path), "/base" + path)
        elif os.path.isdir("/parts" + path):
            os.makedirs("/base" + path)
    for path, target in LINKS.items():
        os.symlink(target, "/base" + path)
    for path in COPIED:
        copy("/old" + path, "/base" + path)


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def copy(source: str, target: str) -> None:
    with contextlib.suppress(OSError):
        if os.path.islink(source):
            os.symlink(os.readlink(source), target)
        elif os.path.isdir(source):
            os.mkdir(target)
            for name in os.listdir(source):
                copy(f"{source}/{name}", f"{target}/{name}")
        else:
            with open(target, "wb") as file:
                file.write(read(source))
