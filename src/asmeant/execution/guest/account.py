"""A trial that runs -> whether it must end, and why. Who reads what the trial says asks this now and then.

account = Account(pid, seconds, memory_mb, begun, alone)
while it lives:
    wait for account.pause_seconds()
    if account.is_due() and account.look():
        break
status = account.end()
account.fault()    # None, or ("timed out", "used more than 3 s of CPU time")
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import Any, Optional, Tuple

from . import memory
from .readings import CORES, Source, take_reading
from .usage import UNKNOWN, Usage, too_long, worked_too_long

LOOK_SECONDS = 0.05
LEAST_PAUSE_SECONDS = 0.005
Fault = Tuple[str, str]


class Account:
    """What one trial has used. It is looked at 20 times a second, and once more when it has ended."""

    def __init__(self, pid: int, seconds: float, memory_mb: int, begun: float, alone: bool) -> None:
        self.source = Source(pid, alone)
        self.seconds = seconds
        self.memory_mb = memory_mb
        self.begun = self._looked = begun
        self.usage = Usage(begun)
        self.cpu_seconds = 0.0
        self._reaped = 0.0
        self._ended_by: Optional[Fault] = None

    def pause_seconds(self) -> float:
        """How long nothing need be looked at: no longer than it takes to use up what is left."""
        left = max(LEAST_PAUSE_SECONDS, (self.seconds - self.usage.cpu_seconds) / CORES)
        return max(0.0, self._looked + min(LOOK_SECONDS, left) - time.monotonic())

    def is_due(self) -> bool:
        return self.pause_seconds() <= 0

    def look(self, its_turn: bool = True) -> bool:
        """Whether it must end now. While others work for it (not `its_turn`), it does not wait."""
        if self.source.alone:
            self._reap_orphans()
        reading = take_reading(self.source, self._reaped)
        self._looked = time.monotonic()
        if reading is None:
            self._ended_by = self._by_the_clock()
            return self._ended_by is not None
        self.usage.add(self._looked, reading, its_turn)
        reason = too_long(self.usage, self.seconds)
        if reason is not None:
            self._ended_by = ("timed out", reason)
        elif self.source.alone and memory.is_exceeded(reading.processes, self.memory_mb):
            self._ended_by = ("out of memory", f"its processes took more than {self.memory_mb} MB together")
        return self._ended_by is not None

    def _by_the_clock(self) -> Optional[Fault]:
        """For a system that does not tell working from waiting."""
        most = 2 * self.seconds
        late = self._looked - self.begun > most
        return ("timed out", f"still running after {most:g} s") if late else None

    def _reap_orphans(self) -> bool:
        """They become children of process 1, which is this one. Whether any child is left."""
        try:
            while True:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                if ended is None or ended.si_pid == self.source.root:
                    return True
                self._reaped += used_seconds(os.wait4(ended.si_pid, 0)[2])
        except ChildProcessError:
            return False

    def let_orphans_end(self, seconds: float) -> None:
        """Waits for what the first process left running, for so long of its own time."""
        usage, first = Usage(time.monotonic()), None
        pause, until = LEAST_PAUSE_SECONDS / 5, time.monotonic() + UNKNOWN * seconds
        while self._reap_orphans() and time.monotonic() < until:
            reading = take_reading(self.source, self._reaped)
            if reading is not None:
                usage.add(time.monotonic(), reading)
                first = usage.own_seconds if first is None else first
                if usage.own_seconds - first > seconds:
                    return
            time.sleep(pause)
            pause = min(2 * pause, LOOK_SECONDS / 2)

    def end(self) -> int:
        """Ends the trial and whoever it started; how its first process ended."""
        status, seconds = end_all(self.source.root, self.source.alone)
        self._count(seconds)
        return status

    def kill(self) -> None:
        kill_all(self.source.root, self.source.alone)

    def wait(self) -> int:
        _, status, used = os.wait4(self.source.root, 0)
        self._count(used_seconds(used))
        return status

    def wait_for_orphans(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while self.source.alone:
                self._count(used_seconds(os.wait4(-1, 0)[2]))

    def _count(self, seconds: float) -> None:
        """All that was waited for; of who was not waited for by anyone, what was seen is known."""
        self._reaped += seconds
        self.cpu_seconds = max(self.usage.cpu_seconds, self._reaped)

    def fault(self) -> Optional[Fault]:
        """What it did wrong. The CPU time is counted to the end, so that no verdict depends on a moment."""
        if self._ended_by is None and self.cpu_seconds > self.seconds:
            return "timed out", worked_too_long(self.seconds)
        return self._ended_by


def kill_all(pid: int, alone: bool) -> None:
    """A process and whoever it started."""
    if alone:
        try:  # noqa: SIM105 - fewer pages are touched so
            os.kill(-1, signal.SIGKILL)  # process 1 is spared, and nothing else lives here
        except ProcessLookupError:
            pass
        return
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


def end_all(pid: int, alone: bool) -> Tuple[int, float]:
    """Ends them: how the first one ended, and the CPU time of all that were waited for."""
    kill_all(pid, alone)
    _, status, used = os.wait4(pid, 0)
    seconds = used.ru_utime + used.ru_stime
    try:
        while alone:
            used = os.wait4(-1, 0)[2]
            seconds += used.ru_utime + used.ru_stime
    except ChildProcessError:
        pass
    return status, seconds


def used_seconds(used: Any) -> float:
    """Of a process, and of the children that it waited for."""
    return float(used.ru_utime + used.ru_stime)
