"""The processes of a trial -> whether they take more memory together than they may.

Counted are what each has in memory or swapped out, shared memory that belongs to no file, and the buffers of
sockets, which the kernel counts for nobody. Files in the box have a limit of their own.
"""

from __future__ import annotations

import os
from typing import Dict, Iterable, List

MOST_BYTES = 4096
# The kernel's usual buffer of a socket. No socket has more: its size cannot be set, and `shrink_buffers` was
# called for those that grow by themselves. A few sockets are nobody's concern.
SOCKET_BYTES, FREE_SOCKETS = 212_992, 64
GROWING = ("tcp_rmem", "tcp_wmem")
# Whether all sockets that the kernel tells of are those of the trial: not so in the machine's own network.
_own_network: List[bool] = [True]


def is_exceeded(processes: Iterable[int], memory_mb: int) -> bool:
    """What several processes share is looked for only where it could matter."""
    numbers = list(processes)
    sockets = socket_bytes()
    if sockets + sum(map(resident_bytes, numbers)) <= memory_mb << 20:
        return False
    return sockets + sum(map(own_bytes, numbers)) > memory_mb << 20


def resident_bytes(pid: int) -> int:
    """In memory or swapped out; what it shares with others is counted in full."""
    fields = fields_of(f"/proc/{pid}/status")
    return sum(fields.get(name, 0) for name in ("RssAnon", "RssShmem", "VmSwap"))


def own_bytes(pid: int) -> int:
    """With its share of what several have; in full where the kernel does not tell how many have it."""
    fields = fields_of(f"/proc/{pid}/smaps_rollup")
    if "Pss_Anon" not in fields:
        return resident_bytes(pid)
    return sum(fields.get(name, 0) for name in ("Pss_Anon", "Pss_Shmem", "SwapPss"))


def fields_of(path: str) -> Dict[str, int]:
    """The lines `Name: NUMBER kB` of a file, in bytes."""
    fields: Dict[str, int] = {}
    for line in read(path).decode("ascii", "replace").splitlines():
        name, _, value = line.partition(":")
        if value.endswith(" kB"):
            fields[name] = int(value[:-3]) << 10
    return fields


def socket_bytes() -> int:
    """What all sockets could hold. One that was closed counts until what it sent has been read."""
    words = read("/proc/net/sockstat").split()[:3]
    used = int(words[2]) if len(words) > 2 and _own_network[0] else 0
    return max(0, used - FREE_SOCKETS) * SOCKET_BYTES


def shrink_buffers(proc: str, own_network: bool) -> None:
    """Once, with the right to do so: a connection has two buffers, and together they are one."""
    _own_network[0] = own_network
    for name in GROWING if own_network else ():
        try:
            file = os.open(f"{proc}/sys/net/ipv4/{name}", os.O_RDWR)
        except OSError:  # an old kernel has one size for all networks
            continue
        try:
            least, usual, _ = map(int, os.read(file, 100).split())
            most = SOCKET_BYTES // 2
            os.lseek(file, 0, os.SEEK_SET)
            os.write(file, b"%d %d %d" % (least, min(usual, most), most))
        finally:
            os.close(file)


def read(path: str) -> bytes:
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(file, MOST_BYTES)
    except OSError:  # it has ended meanwhile
        return b""
    finally:
        os.close(file)
