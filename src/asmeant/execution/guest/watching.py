"""A child -> how it ended: by itself, by what it has used up, or because it is no longer wanted.

Most end at once. Every page that is written after a fork is a page that must be copied, so for those nothing
is done here that is not needed.
"""

from __future__ import annotations

import os
import select
import socket
from typing import Any, Callable, Dict, NamedTuple, Optional

from .account import Account, Fault, end_all
from .messages import receive_with_files
from .usage import worked_too_long

Job = Dict[str, Any]

QUICK_MS = 20


class End(NamedTuple):
    """How a child ended: its status, and what it did wrong."""

    status: int
    fault: Optional[Fault]


def watch(
    pid: int, control: socket.socket, limits: Job, begun: float, alone: bool, is_its_turn: Callable[[], bool]
) -> End:
    """Waits for the child. Afterwards nothing that it started is left."""
    poll = select.poll()
    gone = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else -1
    if gone >= 0:
        poll.register(gone, select.POLLIN)
    poll.register(control, select.POLLIN)  # a message ends the trial; where it is closed, who asked has died
    if poll.poll(QUICK_MS) == [(gone, select.POLLIN)]:
        os.close(gone)
        status, seconds = end_all(pid, alone)
        late = seconds > limits["seconds"]
        return End(status, ("timed out", worked_too_long(limits["seconds"])) if late else None)
    return watch_longer(pid, control, limits, begun, alone, is_its_turn, poll, gone)


def watch_longer(
    pid: int,
    control: socket.socket,
    limits: Job,
    begun: float,
    alone: bool,
    is_its_turn: Callable[[], bool],
    poll: select.poll,
    gone: int,
) -> End:
    account = Account(pid, limits["seconds"], limits["memory_mb"], begun, alone)
    ended = stopped = False
    pause_ms: float = 0
    while not (ended or stopped):
        for end, _ in poll.poll(pause_ms):
            if end == gone:
                ended = True
            else:
                stopped = True
        ended = ended or (gone < 0 and has_ended(pid))
        if not (ended or stopped) and account.is_due() and account.look(is_its_turn()):
            break
        pause_ms = 1000 * account.pause_seconds()
    if gone >= 0:
        os.close(gone)
    status = account.end()
    if stopped and receive_with_files(control)[0] is None:
        os._exit(0)
    return End(status, account.fault())


def has_ended(pid: int) -> bool:
    """For a system that cannot be asked to say so."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
