"""Readings of the kernel's counters -> how long a trial has worked and waited.

Working is CPU time, of all processes of the trial together. Waiting is the time in which none of them worked
and none was held up by the machine: neither runnable without a free core, nor reading from a disk. A trial is
judged by these two alone, so that a busy machine makes it slower and changes nothing else.
"""

from __future__ import annotations

from typing import Dict, NamedTuple, Optional, Tuple

# A trial may wait so many times its CPU seconds.
WAITING = 2
# Where processes come and go between two readings, what held them up is not known. On a crowded machine such
# time is taken for its fault while one of them is runnable, up to so many times the CPU seconds.
UNKNOWN = 10
# Who waits for a trial gives it up after so many times its CPU seconds by the clock, and no sooner: a busy
# machine may make it so much slower.
PATIENCE = 60
# Times of ended children are told in ticks of this length at most.
TICK_SECONDS = 0.01


class Process(NamedTuple):
    """What the kernel says of one process. All times are in seconds."""

    cpu: float  # of all its threads, those that ended among them
    children: float  # CPU time of the children that it has waited for
    blocked: float  # time that it spent waiting for a disk
    runnable: bool  # whether it is running, or would if there were a free core
    threads: Dict[int, Tuple[float, float]]  # each thread's CPU time, and its time runnable without running


class Reading(NamedTuple):
    """All processes of a trial at one moment."""

    processes: Dict[int, Process]
    reaped: float = 0.0  # CPU time of the orphans among them that have been waited for
    newest: int = 0  # the highest number that was given to a process or thread so far
    total: Optional[float] = None  # CPU time of all that ever were, where the kernel keeps it
    crowded: bool = True  # whether more threads than the machine has cores are runnable on it
    delays: bool = True  # whether this kernel tells how long a thread was runnable without running


NOTHING = Process(0.0, 0.0, 0.0, False, {})


class Usage:
    """The sum over all readings of a trial. All counters began at 0, before the first of them."""

    def __init__(self, begun: float, newest: int = 0) -> None:
        self.cpu_seconds = 0.0
        self.waited_seconds = 0.0
        self.unknown_seconds = 0.0
        self._moment = begun
        self._last = Reading({}, newest=newest)
        self._owed = 0.0

    @property
    def own_seconds(self) -> float:
        """How long it would have taken on an idle machine."""
        return self.cpu_seconds + self.waited_seconds

    def add(self, moment: float, reading: Reading, its_turn: bool = True) -> None:
        """Takes in a reading. Time in which it was not its turn (others worked for it) is not waiting."""
        span = moment - self._moment
        worked = self._worked(reading)
        active, longest = self._active(reading, worked)
        self.cpu_seconds += worked
        idle = max(0.0, span - active)
        if its_turn and not self._is_unknown(reading, idle):
            # A delay is told when it ends: what went beyond this span was taken for waiting before.
            surplus = max(0.0, longest - span)
            self.waited_seconds = max(0.0, self.waited_seconds + idle - surplus)
        self._moment, self._last = moment, reading

    def _worked(self, reading: Reading) -> float:
        """CPU time since the last reading, of those that live and those that ended."""
        worked = children = 0.0
        for pid, now in reading.processes.items():
            before = self._before(pid, now)
            worked += now.cpu - before.cpu
            children += now.children - before.children
        children += reading.reaped - self._last.reaped
        ended = [process for pid, process in self._last.processes.items() if pid not in reading.processes]
        # Who waits for a child is told all its time. What was read while it lived has been counted already.
        self._owed += children - sum(process.cpu + process.children for process in ended)
        late, self._owed = max(0.0, self._owed), min(0.0, max(self._owed, -TICK_SECONDS))
        if reading.total is not None and self._last.total is not None:
            return max(0.0, reading.total - self._last.total)
        return worked + late

    def _active(self, reading: Reading, worked: float) -> Tuple[float, float]:
        """Time in which one of them worked or was held up: of all of them, and the longest of one thread.

        A thread that others of the trial keep from running is not held up by the machine.
        """
        active, longest = worked, 0.0
        for pid, now in reading.processes.items():
            before = self._before(pid, now)
            active += now.blocked - before.blocked
            for thread, (ran, delayed) in now.threads.items():
                ran_before, delayed_before = before.threads.get(thread, (0.0, 0.0))
                ran, delayed = ran - ran_before, delayed - delayed_before
                active += max(0.0, delayed - max(0.0, worked - ran))
                longest = max(longest, ran + delayed)
        return active, longest

    def _before(self, pid: int, now: Process) -> Process:
        before = self._last.processes.get(pid, NOTHING)
        return before if before.cpu <= now.cpu else NOTHING  # else its number was given to another

    def _is_unknown(self, reading: Reading, idle: float) -> bool:
        """Whether idle time may have been spent, without fault, by processes that nobody saw."""
        came_and_went = reading.newest != self._last.newest or bool(
            self._last.processes.keys() - reading.processes.keys()
        )
        runnable = any(process.runnable for process in reading.processes.values())
        if not (runnable and reading.crowded) or (reading.delays and not came_and_went):
            return False
        self.unknown_seconds += idle
        return True


def too_long(usage: Usage, seconds: float) -> Optional[str]:
    """Why a trial of so many CPU seconds must end; None while it need not."""
    if usage.cpu_seconds > seconds:
        return worked_too_long(seconds)
    if usage.waited_seconds > WAITING * seconds:
        return f"waited for more than {WAITING * seconds:g} s without working"
    if usage.unknown_seconds > UNKNOWN * seconds:
        return f"its processes came and went for more than {UNKNOWN * seconds:g} s"
    return None


def worked_too_long(seconds: float) -> str:
    return f"used more than {seconds:g} s of CPU time"
