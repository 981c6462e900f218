"""A child -> how it ended: by itself, by what it has used up, or because it is no longer wanted.

Most end at once. Every page that is written after a fork is a page that must be copied, so for those nothing
is done here that is not needed.
"""

from __future__ import annotations

import os
import socket
from os import close
from select import POLLIN, poll
from typing import Any, Dict, NamedTuple, Optional

from . import turns
from .account import Account, Fault, end_all
from .messages import receive_with_files
from .usage import worked_too_long

Job = Dict[str, Any]

QUICK_MS = 20
# Not every system can be asked to say when a process has ended.
pidfd_open: Any = getattr(os, "pidfd_open", lambda pid: -1)


class End(NamedTuple):
    """How a child ended: its status, what it did wrong, its CPU time with that of all it started, and how
    long it waited for something else than the machine."""

    status: int
    fault: Optional[Fault]
    cpu_seconds: float
    waited_seconds: float = 0.0


class Watcher:
    """Waits for the children of a zygote, one at a time. Afterwards nothing that they started is left."""

    def __init__(self, control: socket.socket, role: str, alone: bool) -> None:
        self.control = control
        self.own_turn = turns.TURN[role]
        self.alone = alone
        self.poll = poll()
        # A message ends the trial; where the channel is closed, who asked has died.
        self.poll.register(control, POLLIN)

    def watch(self, pid: int, limits: Job, begun: float, turn: int) -> End:
        gone = pidfd_open(pid)
        if gone >= 0:
            self.poll.register(gone, POLLIN)
            ready = self.poll.poll(QUICK_MS)
            self.poll.unregister(gone)
            if ready == [(gone, POLLIN)]:
                close(gone)
                status, seconds = end_all(pid, self.alone)
                late = seconds > limits["seconds"]
                fault = ("timed out", worked_too_long(limits["seconds"])) if late else None
                return End(status, fault, seconds)
        return self.watch_longer(pid, limits, begun, turn, gone)

    def watch_longer(self, pid: int, limits: Job, begun: float, turn: int, gone: int) -> End:
        account = Account(pid, limits["seconds"], limits["memory_mb"], begun, self.alone)
        if gone >= 0:
            self.poll.register(gone, POLLIN)
        ended = stopped = False
        pause_ms: float = 0
        while not (ended or stopped):
            for end, _ in self.poll.poll(pause_ms):
                if end == gone:
                    ended = True
                else:
                    stopped = True
            ended = ended or (gone < 0 and has_ended(pid))
            if not (ended or stopped) and account.is_due() and account.look(self.is_its_turn(turn)):
                break
            pause_ms = 1000 * account.pause_seconds()
        if gone >= 0:
            self.poll.unregister(gone)
            close(gone)
        status = account.end()
        if stopped and receive_with_files(self.control)[0] is None:
            os._exit(0)
        return End(status, account.fault(), account.cpu_seconds, account.usage.waited_seconds)

    def is_its_turn(self, turn: int) -> bool:
        return turn < 0 or turns.read(turn) == self.own_turn


def has_ended(pid: int) -> bool:
    """For a system that cannot be asked to say so."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
