"""A process -> the same process in a world of its own (Linux): namespaces, own root, no privileges.

Done once per zygote and inherited by every child, so that it costs a program nothing.
"""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import socket
import struct
from typing import Any, Dict, Tuple

from . import calls, cgroup
from .ids import FIRST_OUTSIDE_ID, INSIDE_ID, OUTSIDE_ID, lend_ids, map_ids, mapped_ids
from .kernel import PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, check, libc, write
from .root import finish_root, lay_out_root

NEW_NETWORK, NEW_PROCESSES, NEW_MOUNTS, NEW_IPC = 0x40000000, 0x20000000, 0x00020000, 0x08000000
# Of users and host names, too.
NEW_NAMESPACES = 0x10000000 | NEW_MOUNTS | NEW_PROCESSES | NEW_IPC | 0x04000000 | NEW_NETWORK


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
