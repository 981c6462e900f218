"""A child -> how it ended: by itself, by what it has used up, or because it is no longer wanted."""

from __future__ import annotations

import os
import select
import socket
import time
from typing import Any, Callable, Dict

from .account import Account
from .messages import receive_with_files

Job = Dict[str, Any]

QUICK_MS = 20


def watch(
    pid: int, control: socket.socket, limits: Job, begun: float, alone: bool, is_its_turn: Callable[[], bool]
) -> Job:
    """Waits for the child. Afterwards nothing that it started is left."""
    account = Account(pid, limits["seconds"], limits["memory_mb"], begun, alone)
    poll = select.poll()
    gone = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else -1
    if gone >= 0:
        poll.register(gone, select.POLLIN)
    poll.register(control, select.POLLIN)  # a message ends the trial; where it is closed, who asked has died
    ended = stopped = False
    pause_ms: float = QUICK_MS
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
    return {"status": status, "fault": account.fault(), "seconds": round(time.monotonic() - begun, 4)}


def has_ended(pid: int) -> bool:
    """For a system that cannot be asked to say so."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
