"""The users and groups of a namespace: which ids it has, and who they are for the machine."""

from __future__ import annotations

import contextlib
import os
import pwd
from typing import Tuple

from .kernel import write

INSIDE_ID, OUTSIDE_ID = 1000, 65534
# Commands have as many users as a system has. For this machine they are ids that nobody has.
IDS, FIRST_OUTSIDE_ID = 65536, 0x6FFF0000


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
