"""A child -> what was seen of it, until it ends or its time or memory is up. All that it started ends too."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import time
from typing import Any, Dict, Tuple

from .messages import receive_with_files

Job = Dict[str, Any]

LOOK_SECONDS = 0.05
QUICK_MS = 20
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def watch(pid: int, control: socket.socket, limits: Job, begun: float, alone: bool) -> Job:
    """Waits until the child is gone, or its time or memory is up, or who asked for it wants no more."""
    seconds = limits["wait_seconds"]
    deadline = begun + seconds
    poll = select.poll()
    gone = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else -1
    if gone >= 0:
        poll.register(gone, select.POLLIN)
    poll.register(control, select.POLLIN)  # a message ends the trial; where it is closed, who asked has died
    late = greedy = stopped = ended = False
    timeout_ms = QUICK_MS
    while not (late or ended or greedy or stopped):
        for end, _ in poll.poll(timeout_ms):
            if end == gone:
                ended = True
            else:
                stopped = True
        left = deadline - time.monotonic()
        late = left <= 0
        ended = ended or (gone < 0 and has_ended(pid))
        if not ended and alone and left < seconds - LOOK_SECONDS:
            greedy = resident_mb() > limits["memory_mb"]
        timeout_ms = 1000 * max(0.0, min(left, LOOK_SECONDS))
    if gone >= 0:
        os.close(gone)
    status, cpu_seconds = end_of(pid, alone)
    if stopped and receive_with_files(control)[0] is None:
        os._exit(0)
    return {
        "status": status,
        "cpu_seconds": cpu_seconds,
        "late": late and not ended,
        "greedy": greedy,
        "seconds": round(time.monotonic() - begun, 4),
    }


def resident_mb() -> int:
    """What all processes in here have in memory, less the zygote's own."""
    pages = 0
    for name in os.listdir("/proc"):
        if name.isdigit() and name != "1":
            with contextlib.suppress(OSError), open(f"/proc/{name}/statm") as file:
                _, resident, shared = file.read().split()[:3]
                pages += int(resident) - int(shared)
    return pages * PAGE_BYTES >> 20


def has_ended(pid: int) -> bool:
    """For a system that cannot be asked to say so."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def end_of(pid: int, alone: bool) -> Tuple[int, float]:
    """Ends the child and whoever it started: how it ended, and the CPU seconds that it took."""
    if alone:
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)  # process 1 is spared, and nothing else lives here
    else:
        for kill in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    with contextlib.suppress(ChildProcessError):
        while alone:
            os.waitpid(-1, 0)  # orphans become children of process 1
    return status, usage.ru_utime + usage.ru_stime
