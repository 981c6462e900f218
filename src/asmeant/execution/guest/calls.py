"""System calls -> those that a program may make: a seccomp filter, which every process below inherits.

What is forbidden answers EPERM. An unknown machine goes without a filter.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from functools import lru_cache
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
PR_SET_SECCOMP = 22
Numbers = Tuple[int, Optional[int]]  # on x86_64, and on aarch64, which lacks the oldest
# Calls that honest code has no use for: mounts and namespaces, other processes' memory, kernel keys and
# programs, System V IPC and nameless files (nobody would count them), and what tells of the machine's files.
FORBIDDEN: Dict[str, Numbers] = {
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "unshare": (272, 97), "setns": (308, 268), "open_tree": (428, 428), "move_mount": (429, 429),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "open_tree_attr": (467, 467), "quotactl": (179, 60),
    "quotactl_fd": (443, 443), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "process_madvise": (440, 440), "process_mrelease": (448, 448),
    "move_pages": (279, 239), "migrate_pages": (256, 238), "kcmp": (312, 272), "pidfd_getfd": (438, 438),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "clock_adjtime": (305, 266),
    "sethostname": (170, 161), "setdomainname": (171, 162), "shmget": (29, 194), "semget": (64, 190),
    "msgget": (68, 186), "mq_open": (240, 180), "open_by_handle_at": (304, 265), "acct": (163, 89),
    "syslog": (103, 116), "landlock_restrict_self": (446, 446), "personality": (135, 92),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263), "inotify_init": (253, None), "inotify_init1": (294, 26),
    "vhangup": (153, 58), "modify_ldt": (154, None), "iopl": (172, None), "ioperm": (173, None),
    "uselib": (134, None), "sysfs": (139, None),
}  # fmt: skip
LOAD, EQUAL, AT_LEAST, ANSWER = 0x20, 0x15, 0x35, 0x06
Line = Tuple[int, int, int, int]
DENY, PRETEND, ALLOW = (ANSWER, 0, 0, 0x00050001), (ANSWER, 0, 0, 0x00050000), (ANSWER, 0, 0, 0x7FFF0000)
THE_NUMBER = (LOAD, 0, 0, 0)
PRIORITY_OF_USER, IO_PRIORITY_OF_USER = 2, 3
UNIX, INET, INET6, NETLINK, NETLINK_ROUTE = 1, 2, 10, 16, 0
SOL_SOCKET, BUFFER_SIZES = 1, (7, 8, 32, 33)
F_SETLEASE, F_NOTIFY = 1024, 1026


Values = Tuple[Tuple[int, Tuple[int, ...]], ...]


class Rule(NamedTuple):
    """Which arguments a call may have, by position: these only, or never these."""

    numbers: Tuple[int, int]
    only: Values = ()
    never: Values = ()
    when: Optional[Tuple[int, int]] = None  # a position and a value: else the rule says nothing
    answer: Line = DENY


RULES = (
    # A process may do these to itself only: the zygote is its user.
    Rule((302, 261), ((0, (0,)),)),  # prlimit64
    Rule((203, 122), ((0, (0,)),)),  # sched_setaffinity
    Rule((142, 118), ((0, (0,)),)),  # sched_setparam
    Rule((144, 119), ((0, (0,)),)),  # sched_setscheduler
    Rule((314, 274), ((0, (0,)),)),  # sched_setattr
    Rule((141, 140), ((1, (0,)),), ((0, (PRIORITY_OF_USER,)),)),  # setpriority
    Rule((251, 30), ((1, (0,)),), ((0, (IO_PRIORITY_OF_USER,)),)),  # ioprio_set
    Rule((41, 198), ((0, (UNIX, INET, INET6, NETLINK)),)),  # socket
    Rule((41, 198), ((2, (NETLINK_ROUTE,)),), when=(0, NETLINK)),
    # fcntl: the oldest ways to be told that others look into a folder, or open a file.
    Rule((72, 25), never=((1, (F_NOTIFY, F_SETLEASE)),)),
    # Buffers keep their size, so that all sockets together have room for so much and no more: setsockopt.
    Rule((54, 208), never=((2, BUFFER_SIZES),), when=(1, SOL_SOCKET), answer=PRETEND),
)


def forbid(libc: Any) -> None:
    machine = os.uname().machine
    if machine not in ARCHITECTURES or sys.maxsize < 2**32:
        return
    install_code(libc, filter_code(*ARCHITECTURES[machine]))


def install(libc: Any, program: List[Line]) -> None:
    """One more filter: a call must pass all of them."""
    install_code(libc, encode(program))


def install_code(libc: Any, code: bytes) -> None:
    buffer = ctypes.create_string_buffer(code)
    header = struct.pack("HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    if libc.prctl(PR_SET_SECCOMP, 2, header, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "seccomp")


@lru_cache(maxsize=1)
def filter_code(audit: int, column: int) -> bytes:
    return encode(filter_program(audit, column))


def encode(program: List[Line]) -> bytes:
    return b"".join(struct.pack("HBBI", *line) for line in program)


def filter_program(audit: int, column: int) -> List[Line]:
    """Berkeley packet filter code: (operation, lines to skip if true, if false, value)."""
    program: List[Line] = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, audit), DENY, THE_NUMBER]
    # Numbers from here on are x32's: another way to the same calls.
    program += [(AT_LEAST, 0, 1, 0x40000000), DENY]
    for numbers in FORBIDDEN.values():
        number = numbers[column]
        if number is not None:
            program += [(EQUAL, 0, 1, number), DENY]
    for rule in RULES:
        tests = tests_of(rule)
        program += [(EQUAL, 0, len(tests) + 1, rule.numbers[column]), *tests, THE_NUMBER]
    return [*program, ALLOW]


def tests_of(rule: Rule) -> List[Line]:
    """Tests of the arguments, of which the lower half is looked at: that is all that these calls do."""
    lines: List[Line] = []
    for argument, values in rule.never:
        lines += [(LOAD, 0, 0, 16 + 8 * argument)]
        for value in values:
            lines += [(EQUAL, 0, 1, value), rule.answer]
    for argument, values in rule.only:
        lines += [(LOAD, 0, 0, 16 + 8 * argument)]
        lines += [(EQUAL, len(values) - position, 0, value) for position, value in enumerate(values)]
        lines += [rule.answer]
    if rule.when is not None:
        argument, value = rule.when
        lines = [(LOAD, 0, 0, 16 + 8 * argument), (EQUAL, 0, len(lines), value), *lines]
    return lines
