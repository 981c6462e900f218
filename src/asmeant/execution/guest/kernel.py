"""What this package asks of the kernel: mounts, and system calls that Python does not have."""

from __future__ import annotations

import ctypes
import os
import struct

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_NOATIME = 1, 2, 4, 8, 32, 1024
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MNT_DETACH = 2
PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 4, 38

libc = ctypes.CDLL(None, use_errno=True)


def check(answer: int, what: str) -> None:
    if answer < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def write(path: str, text: str) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    arguments = [text.encode() if text is not None else None for text in (source, target, kind)]
    check(libc.mount(*arguments, ctypes.c_ulong(flags), options.encode()), f"mount {target}")


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
