"""/proc -> what the kernel says of the processes of a trial: their CPU time, and what held them up."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple

from . import cgroup
from .usage import Process, Reading

TICKS = os.sysconf("SC_CLK_TCK")
NANOSECONDS = 1e9
CORES = os.cpu_count() or 1
MOST_BYTES = 4096
# Of the words in /proc/PID/stat behind the name: the state is the first of them.
STATE, CHILDREN_USER, CHILDREN_SYSTEM, NICE, POLICY, BLOCKED = 0, 13, 14, 16, 38, 39
# Of a whole process; the number of the clock has that of the process in it.
CPU_CLOCK = 2
# Where all threads that ever were have had no CPU time, this kernel does not keep it.
TOLD_SECONDS = 0.02


class Source(NamedTuple):
    """Which processes are those of the trial."""

    root: int  # the number of its first process
    alone: bool  # in a namespace in which nobody else is but process 1

    def processes(self) -> Iterable[int]:
        if self.alone:
            return (int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1")
        return descendants(self.root)


def descendants(root: int) -> Iterator[int]:
    """A process and whoever it started, as far as their parents live."""
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        yield pid
        for thread in threads_of(pid):
            waiting += map(int, text_of(f"/proc/{pid}/task/{thread}/children").split())


def threads_of(pid: int) -> List[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []


def text_of(path: str) -> str:
    """Empty where it is gone, or no business of ours."""
    with contextlib.suppress(OSError):
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.read(file, MOST_BYTES).decode("utf-8", "replace")
        finally:
            os.close(file)
    return ""


def take_reading(source: Source, reaped: float = 0.0) -> Optional[Reading]:
    """None where this system does not tell."""
    try:
        processes = {pid: process_of(pid) for pid in source.processes()}
    except OSError:
        return None
    alive: Dict[int, Process] = {pid: process for pid, process in processes.items() if process is not None}
    # Nobody alive is told of only where nothing is told at all: the first process is not waited for yet.
    if not alive:
        return None
    ran = sum(ran for process in alive.values() for ran, _ in process.threads.values())
    worked = sum(process.cpu for process in alive.values())
    told = ran > 0 or worked < TOLD_SECONDS
    newest, running = numbers_of_machine()
    return Reading(alive, reaped, newest, cgroup.cpu_seconds(), running > CORES, told)


def numbers_of_machine() -> Tuple[int, int]:
    """The number that was given to a process or thread last, and how many threads are runnable right now."""
    words = text_of("/proc/loadavg").split()
    return (int(words[4]), int(words[3].partition("/")[0])) if len(words) > 4 else (0, 0)


def process_of(pid: int) -> Optional[Process]:
    words = stat_of(f"/proc/{pid}")
    if not words:
        return None
    threads: Dict[int, Tuple[float, float]] = {}
    runnable = False
    for thread in threads_of(pid):
        place = f"/proc/{pid}/task/{thread}"
        own = stat_of(place)
        times = text_of(place + "/schedstat").split()
        if own and len(times) > 1:
            runnable = runnable or own[STATE] == "R"
            delay = 0.0 if gave_way(own) else int(times[1]) / NANOSECONDS
            threads[int(thread)] = (int(times[0]) / NANOSECONDS, delay)
    children = (int(words[CHILDREN_USER]) + int(words[CHILDREN_SYSTEM])) / TICKS
    return Process(cpu_seconds(pid), children, int(words[BLOCKED]) / TICKS, runnable, threads)


def stat_of(place: str) -> List[str]:
    """The words behind the name, which may hold anything."""
    return text_of(place + "/stat").rpartition(")")[2].split()


def gave_way(words: List[str]) -> bool:
    """Whether a thread let others go first: then it is its own choice to wait for them."""
    return int(words[POLICY]) != 0 or int(words[NICE]) > OWN_PRIORITY[0]


OWN_PRIORITY = [os.getpriority(os.PRIO_PROCESS, 0)]


def cpu_seconds(pid: int) -> float:
    try:
        return time.clock_gettime((~pid << 3) | CPU_CLOCK)
    except OSError:
        return 0.0
