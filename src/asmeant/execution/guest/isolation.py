"""A process -> the same process in a world of its own (Linux): namespaces, own root, no privileges.

Done once per zygote and inherited by every child, so that it costs a program nothing.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import pwd
import resource
import signal
import socket
import stat
import struct
from typing import Any, Dict, List, Tuple

from . import calls, cgroup, memory

NEW_NETWORK, NEW_PROCESSES, NEW_MOUNTS, NEW_IPC = 0x40000000, 0x20000000, 0x00020000, 0x08000000
# Of users and host names, too.
NEW_NAMESPACES = 0x10000000 | NEW_MOUNTS | NEW_PROCESSES | NEW_IPC | 0x04000000 | NEW_NETWORK
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_NOATIME = 1, 2, 4, 8, 32, 1024
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MNT_DETACH = 2
PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 4, 38
INSIDE_ID, OUTSIDE_ID = 1000, 65534
# Commands have as many users as a system has. For this machine they are ids that nobody has.
IDS, FIRST_OUTSIDE_ID = 65536, 0x6FFF0000
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

libc = ctypes.CDLL(None, use_errno=True)


def enter(settings: Dict[str, Any]) -> str:
    """Returns twice, in process 1 of two new worlds: for "candidates", and for "probes".

    The two see the same files in /box, and nothing else of each other. Who is outside only waits for them.
    """
    live = settings["live"]
    group = cgroup.make_for_probes(cgroup.parent_group())
    as_root = new_user(live, INSIDE_ID, kept="0 0 1\n", own_groups=(group,))
    lay_out_root(settings)
    role = divide(live, group)
    finish_root(live)
    if not live:
        raise_loopback()
    give_up_privileges(as_root, settings)
    return role


def divide(live: bool, group: str | None) -> str:
    """Which of the two worlds this process is the first of."""
    own_network = 0 if live else NEW_NETWORK
    probes = os.fork() == 0
    cgroup.divide(group, probes)
    # Its own mounts, too: what is mounted as /proc shows the processes of one world.
    check(libc.unshare(NEW_PROCESSES | NEW_MOUNTS | (NEW_IPC | own_network if probes else 0)), "unshare")
    first = os.fork()
    if first:
        wait_for(first)
    return "probes" if probes else "candidates"


def new_world(live: bool, inside: int, kept: str = "", ids: int = 1) -> bool:
    """Returns in process 1 of new namespaces; whether root started it, who may keep more ids than one."""
    as_root = new_user(live, inside, kept, NEW_PROCESSES, ids=ids)
    first = os.fork()  # the first child is process 1 of the new pid namespace
    if first:
        wait_for(first)
    return as_root


def new_user(
    live: bool,
    inside: int,
    kept: str = "",
    more: int = 0,
    own_groups: Tuple[str | None, ...] = (),
    ids: int = 1,
) -> bool:
    """Returns in new namespaces of users, mounts, IPC, host names and network; whether root started it.

    Of several `ids`, only root and who is lent some by this machine (/etc/subuid) get more than one.
    """
    as_root = os.geteuid() == 0
    unshared, mapped = os.pipe(), os.pipe()
    parent = cgroup.parent_group()
    outside = os.fork()
    if outside:
        os.close(unshared[1])
        counted = cgroup.make(outside, parent)
        if os.read(unshared[0], 1) and as_root:
            first = OUTSIDE_ID if ids == 1 else FIRST_OUTSIDE_ID
            map_ids(str(outside), f"{kept}{inside} {first} {ids}\n", deny_groups=False)
        elif ids > 1:
            lend_ids(outside, ids)
        os.write(mapped[1], b"x")
        wait_for(outside, (counted, *own_groups))
    user, group = os.geteuid(), os.getegid()
    left_out = (NEW_NETWORK if live else 0) | (NEW_PROCESSES & ~more)
    check(libc.unshare(NEW_NAMESPACES & ~left_out), "unshare")
    os.write(unshared[1], b"x")
    os.read(mapped[0], 1)
    cgroup.open_counter(parent)
    if not as_root and mapped_ids() == 0:
        map_ids("self", f"{inside} {user} 1\n", f"{inside} {group} 1\n")
    for end in (*unshared, *mapped):
        os.close(end)
    socket.sethostname("sandbox")
    return as_root


def wait_for(pid: int, groups: Tuple[str | None, ...] = ()) -> None:
    os.closerange(3, 1024)  # who is gone must be seen to be gone at the other end of its channels
    _, status = os.waitpid(pid, 0)
    for group in groups:
        cgroup.remove(group)
    os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 1)


def check(answer: int, what: str) -> None:
    if answer < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def map_ids(pid: str, users: str, groups: str | None = None, deny_groups: bool = True) -> None:
    if deny_groups:
        write(f"/proc/{pid}/setgroups", "deny")
    write(f"/proc/{pid}/uid_map", users)
    write(f"/proc/{pid}/gid_map", groups or users)


def mapped_ids() -> int:
    """How many users there are in this namespace."""
    with open("/proc/self/uid_map", encoding="utf-8") as file:
        return sum(int(line.split()[2]) for line in file)


def lend_ids(pid: int, most: int) -> None:
    """Those that this machine lends to its user, by two tools that may do so. Without them there are none."""
    for tool, listed, own in (
        ("/usr/bin/newuidmap", "/etc/subuid", os.getuid()),
        ("/usr/bin/newgidmap", "/etc/subgid", os.getgid()),
    ):
        first, count = lent_ids(listed)
        if not count or not os.access(tool, os.X_OK):
            return
        words = [tool, str(pid), "0", str(own), "1", "1", str(first), str(min(count, most - 1))]
        if os.waitpid(os.posix_spawn(tool, words, {}), 0)[1] != 0:
            return


def lent_ids(listed: str) -> Tuple[int, int]:
    """The first range that a file lends to this user: where it begins, and how many."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        names = (str(os.getuid()), pwd.getpwuid(os.getuid()).pw_name)
        with open(listed, encoding="utf-8") as file:
            for name, first, count in (line.strip().split(":") for line in file if line.count(":") == 2):
                if name in names:
                    return int(first), int(count)
    return 0, 0


def write(path: str, text: str) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)


# ── a root of its own ──────────────────────────────────────────────────────────────────────────────


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    arguments = [text.encode() if text is not None else None for text in (source, target, kind)]
    check(libc.mount(*arguments, ctypes.c_ulong(flags), options.encode()), f"mount {target}")


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


def bind(source: str, target: str, device: bool = False) -> None:
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.islink(source):
        os.symlink(os.readlink(source), target)
        return
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY))
    mount(source, target, None, MS_BIND | MS_REC)
    if not device:
        read_only(target)


def read_only(target: str) -> None:
    """With all that is mounted below it (mount_setattr, Linux 5.12); else at least the top."""
    attributes = struct.pack("QQQQ", 1 | 2 | 4, 0, 0, 0)
    if libc.syscall(442, -100, target.encode(), 0x8000, attributes, len(attributes)) < 0:
        kept = os.statvfs(target).f_flag & (MS_NOSUID | MS_NODEV | MS_NOEXEC | 1024 | 2048)
        mount("none", target, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | kept)


def raise_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as plug:
        request = struct.pack("16sh14s", b"lo", 1 | 64, b"")  # IFF_UP, IFF_RUNNING
        fcntl.ioctl(plug, 0x8914, request)  # SIOCSIFFLAGS


# ── nothing to gain ────────────────────────────────────────────────────────────────────────────────


def give_up_privileges(as_root: bool, settings: Dict[str, Any]) -> None:
    keep_limits(settings["processes"] + 6)  # and the zygotes, who waits for them, and a probe
    if as_root:
        os.setgroups([])
        os.setresgid(INSIDE_ID, INSIDE_ID, INSIDE_ID)
        os.setresuid(INSIDE_ID, INSIDE_ID, INSIDE_ID)
    header, nothing = struct.pack("Ii", 0x20080522, 0), struct.pack("IIIIII", 0, 0, 0, 0, 0, 0)
    check(libc.capset(header, nothing), "capset")
    check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    # The zygote's memory is closed to its children, who are the same user.
    check(libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "dumpable")
    calls.forbid(libc)


def keep_limits(processes: int) -> None:
    for what, most in (
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_NOFILE, 1024),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(what, (most, most))
    write("/proc/self/oom_score_adj", "1000")  # when memory runs out, a candidate goes first
    # Process 1 gets no signal from inside that it has no handler for: Python's own must go.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
