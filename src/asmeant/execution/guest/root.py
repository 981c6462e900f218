"""A mount namespace -> a root of its own, with what a program needs of the machine and one place to write."""

from __future__ import annotations

import contextlib
import os
import stat
from typing import Any, Dict, List

from . import memory
from .ids import INSIDE_ID
from .kernel import (
    MNT_DETACH,
    MS_BIND,
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

# What a program may see of the machine, where it is there; all of it read-only.
VISIBLE = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives", "/etc/fonts",
           "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/mime.types",
           "/etc/ssl/certs", "/nix/store")  # fmt: skip
DEVICES = ("null", "zero", "full", "random", "urandom")
# What programs ask of a machine, and what is the same on every day. The rest tells what others do on it.
SHOWN_OF_PROC = ("cgroups", "config.gz", "consoles", "cpuinfo", "crypto", "devices", "dma", "execdomains",
                 "filesystems", "loadavg", "meminfo", "misc", "mtrr", "partitions", "stat", "swaps", "sys",
                 "sysvipc", "uptime", "version", "vmstat")  # fmt: skip
FILES = {
    "/etc/passwd": f"user:x:{INSIDE_ID}:{INSIDE_ID}:user:/box/work:/bin/sh\n",
    "/etc/group": f"user:x:{INSIDE_ID}:\n",
    "/etc/hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
    "/etc/hostname": "sandbox\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "/etc/resolv.conf": "",
}
NETWORK_FILES = ("/etc/hosts", "/etc/nsswitch.conf", "/etc/resolv.conf")
LINKS = {
    "/tmp": "box/tmp",
    "/dev/shm": "../box/shm",
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}


def lay_out_root(settings: Dict[str, Any]) -> None:
    """An empty root with what a program needs bound into it, and one small place to write: /box."""
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    # The old root moves into the new one and not the other way round, so that every old path can be bound.
    mount("base", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    os.mkdir("/tmp/old")
    check(libc.pivot_root(b"/tmp", b"/tmp/old"), "pivot_root")
    os.chdir("/")
    os.mkdir("/new")
    mount("root", "/new", "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    for path in unnested([*VISIBLE, *settings["visible"]]):
        if os.path.lexists("/old" + path):
            bind("/old" + path, "/new" + inside(path))
    for path in settings["hidden"]:
        place = "/new" + inside(path)
        if os.path.isdir(place):
            mount("hidden", place, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,mode=555")
    for name in DEVICES:
        bind(f"/old/dev/{name}", f"/new/dev/{name}", device=True)
    for path, text in FILES.items():
        if settings["live"] and path in NETWORK_FILES and os.path.exists("/old" + path):
            with open("/old" + path, encoding="utf-8") as file:
                text = file.read()
        write("/new" + path, text)
    os.mkdir("/new/proc")
    os.mkdir("/new/box")
    room = f"size={settings['disk_mb']}m,nr_inodes=8192,mode=777"
    mount("box", "/new/box", "tmpfs", MS_NOSUID | MS_NODEV, room)
    for link, target in LINKS.items():
        os.symlink(target, "/new" + link)


def finish_root(live: bool) -> None:
    """The new root in the place of the old one, while which /proc must be mounted."""
    mount("proc", "/new/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    tune(live, "/new/proc")
    hide_machine("/new/proc", "/old/dev/null")
    os.chdir("/new")
    check(libc.pivot_root(b".", b"."), "pivot_root")
    check(libc.umount2(b".", MNT_DETACH), "umount")
    os.chdir("/")
    mount("none", "/", None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)


def tune(live: bool, proc: str) -> None:
    """What a kernel keeps for each namespace. The machine's own network is left as it is."""
    # A namespace within would give back what was given up.
    write(f"{proc}/sys/user/max_user_namespaces", "0")
    memory.shrink_buffers(proc, own_network=not live)
    if not live:
        with contextlib.suppress(OSError):  # a port is free again when its program is gone
            write(f"{proc}/sys/net/ipv4/tcp_max_tw_buckets", "0")


def hide_machine(proc: str, nothing: str) -> None:
    """Leaves processes in /proc, and what programs ask of a machine."""
    for name in sorted(os.listdir(proc)):
        place = f"{proc}/{name}"
        if name in SHOWN_OF_PROC or name.isdigit() or os.path.islink(place):
            continue
        if not os.stat(place).st_mode & stat.S_IROTH:
            continue  # closed to all but the machine's own root
        if os.path.isdir(place):
            mount("hidden", place, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,mode=555")
        else:
            mount(nothing, place, None, MS_BIND)
    mount(f"{proc}/sys", f"{proc}/sys", None, MS_BIND)
    read_only(f"{proc}/sys")


def inside(path: str) -> str:
    """Where a path of the machine is in here: what lies in /tmp makes room for what programs put there."""
    return "/outside" + path if path.startswith(("/tmp/", "/dev/shm/", "/box/", "/old/", "/new/")) else path


def unnested(paths: List[str]) -> List[str]:
    """Each place once: what lies in another is there already. Links are followed, and kept as links."""
    kept: List[str] = []
    for path in sorted({os.path.abspath(path) for path in paths}, key=lambda path: path.count("/")):
        if not any(path.startswith(other.rstrip("/") + "/") for other in kept):
            kept.append(path)
    return kept
