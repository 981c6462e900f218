"""A command -> what was seen of it, until it ends or its time or memory is up. All that it began ends too."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import time
from typing import Any, Dict, List, Tuple

from .watching import LOOK_SECONDS, QUICK_MS, resident_mb, take

Job = Dict[str, Any]
Seen = Dict[str, Any]

# `>(tee file)` is not waited for by the shell: what is left running is given a moment to end by itself.
GRACE_SECONDS = 0.25
# The zygote itself must find room below the limit that its children inherit.
LEAST_INHERITED_MB = 512


def inherit_limits(job: Job) -> None:
    """What can be set before a command begins, so that nothing it starts is without."""
    if job["memory_mb"] >= LEAST_INHERITED_MB:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = memory_bytes(job)
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))


def limit_child(pid: int, job: Job) -> None:
    seconds, memory = max(1, int(-(-job["seconds"] // 1))), memory_bytes(job)
    # A second between the two lets the first signal tell itself from any other death.
    for what, soft, hard in (
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_AS, memory, memory),
    ):
        with contextlib.suppress(ProcessLookupError, ValueError, PermissionError):
            resource.prlimit(pid, what, (soft, hard))


def memory_bytes(job: Job) -> int:
    """Memory in use is looked at as it grows, and told as that; this stops what is too quick to be seen."""
    limit: int = 2 * job["memory_mb"] << 20
    return limit


def watch(pid: int, ends: List[int], job: Job, begun: float, jobs: int) -> Seen:
    """Takes in what the command says until it is gone, or its time is up; then ends all that it started."""
    room = job["output_bytes"] + 1  # one more tells what is cut from what just fits
    heard = {end: bytearray() for end in ends}
    deadline = begun + 2 * job["seconds"]
    poll = select.poll()
    gone = os.pidfd_open(pid)
    poll.register(gone, select.POLLIN)
    poll.register(jobs, 0)  # only whether it is closed: then who asked has died
    ended = [end for end, _ in poll.poll(QUICK_MS)] == [gone]
    late = greedy = False
    for end in ends if not ended else ():
        poll.register(end, select.POLLIN)
    while not (late or ended or greedy):
        left = deadline - time.monotonic()
        late = left <= 0
        greedy = left < 2 * job["seconds"] - LOOK_SECONDS and resident_mb() > job["memory_mb"]
        for end, _ in poll.poll(1000 * max(0.0, min(left, LOOK_SECONDS))):
            if end == jobs:
                os._exit(0)
            elif end == gone:
                ended = True
            elif not take(end, heard[end], room):
                poll.unregister(end)
    os.close(gone)
    status, cpu_seconds = end_all(pid, ended)
    for end in ends:
        os.set_blocking(end, False)
        while take(end, heard[end], room):
            pass
    seen = ending_of(status, cpu_seconds, late and not ended, greedy and not ended, job)
    for name, end in zip(("stdout", "stderr"), ends):
        seen[name] = bytes(heard[end][: room - 1]).decode("utf-8", "backslashreplace")
        seen[name + "_cut"] = len(heard[end]) >= room
    return dict(seen, seconds=round(time.monotonic() - begun, 4))


def end_all(pid: int, ended: bool) -> Tuple[int, float]:
    """Ends the command and whoever it started: how it ended, and the CPU seconds that it took."""
    if not ended:
        kill_all()
    _, status, usage = os.wait4(pid, 0)
    pause, until = 0.001, time.monotonic() + GRACE_SECONDS
    with contextlib.suppress(ChildProcessError):
        while ended and time.monotonic() < until:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(pause)
                pause = min(2 * pause, 0.02)
        kill_all()
        while True:
            os.waitpid(-1, 0)  # orphans become children of process 1
    return status, usage.ru_utime + usage.ru_stime


def kill_all() -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)  # process 1 is spared, and nothing else lives here


def ending_of(status: int, cpu_seconds: float, late: bool, greedy: bool, job: Job) -> Seen:
    code = os.waitstatus_to_exitcode(status) if hasattr(os, "waitstatus_to_exitcode") else status >> 8
    seen: Seen = {"ending": "finished", "reason": "", "exit_status": code if code >= 0 else None}
    spent = cpu_seconds >= job["seconds"]
    if greedy:
        reason = f"its processes took more than {job['memory_mb']} MB together"
        return dict(seen, ending="out of memory", reason=reason)
    if late:
        return dict(seen, ending="timed out", reason=f"still running after {2 * job['seconds']:g} s")
    # A shell tells by its own status which signal ended what it waited for.
    number = -code if code < 0 else code - 128
    if number == signal.SIGXCPU or (number == signal.SIGKILL and spent):
        return dict(seen, ending="timed out", reason=f"used more than {job['seconds']:g} s of CPU time")
    if code < 0:
        return dict(seen, ending="killed", reason=f"ended by {signal.Signals(-code).name}")
    return seen
