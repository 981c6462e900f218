"""Places -> the only ones below which files can be opened for writing (Landlock, Linux 5.19 and newer).

A mount that is read-only keeps files as they are. A named pipe in it can still be written to, and leads to
whoever reads it outside. An older kernel goes without.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
from typing import Any, Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every machine
ONLY_VERSION, PATH_BENEATH = 1, 1
# The second version is the first in which a file can be moved from one directory to another.
LEAST_VERSION = 2
WRITE_FILE, REFER = 1 << 1, 1 << 13


def is_there(libc: Any) -> bool:
    return bool(libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ONLY_VERSION) >= LEAST_VERSION)


def write_only_below(libc: Any, places: Iterable[str]) -> None:
    """For this thread and all that it starts. It must have given up new privileges before."""
    if not is_there(libc):
        return
    rights = struct.pack("Q", WRITE_FILE | REFER)
    rules = libc.syscall(CREATE_RULESET, rights, ctypes.c_size_t(len(rights)), 0)
    if rules < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    try:
        for place in places:
            with contextlib.suppress(FileNotFoundError):
                allow(libc, rules, place)
        if libc.syscall(RESTRICT_SELF, rules, 0) < 0:
            raise OSError(ctypes.get_errno(), "landlock_restrict_self")
    finally:
        os.close(rules)


def allow(libc: Any, rules: int, place: str) -> None:
    end = os.open(place, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = struct.pack("=Qi", WRITE_FILE | REFER, end)
        if libc.syscall(ADD_RULE, rules, PATH_BENEATH, rule, 0) < 0:
            raise OSError(ctypes.get_errno(), "landlock_add_rule")
    finally:
        os.close(end)
