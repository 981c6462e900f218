"""A child -> what was seen of it, until it ends or its time or memory is up. All that it started ends too."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import select
import signal
import sys
import time
from typing import Any, Dict, List, Tuple

Job = Dict[str, Any]
Seen = Dict[str, Any]

# What the trials of one program may report, each and together.
MOST_REPORT_BYTES, MOST_REPORTED_BYTES = 2 << 20, 16 << 20
LOOK_SECONDS = 0.05
QUICK_MS = 20
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
# What a child may say of its own end.
CLAIMS = ("finished", "failed", "out of memory")


def watch(pid: int, ends: List[int], job: Job, begun: float, settings: Job) -> Seen:
    """Takes in what the child says until it is gone, or its time is up."""
    jobs, alone = settings["ours"][0], settings["isolated"]
    room = dict(zip(ends, (job["report_room"], job["output_bytes"], job["output_bytes"])))
    heard = {end: bytearray() for end in ends}
    deadline = begun + 2 * job["seconds"]
    poll = select.poll()
    # Not the end of its pipes: whoever it started may hold them open.
    gone = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else jobs
    if gone != jobs:
        poll.register(gone, select.POLLIN)
    poll.register(jobs, 0)  # only whether it is closed: then who asked has died
    # Most are gone at once, and need not be listened to before: only who fills a pipe has to wait.
    ended = gone != jobs and [end for end, _ in poll.poll(QUICK_MS)] == [gone]
    late = greedy = False
    for end in ends if not ended else ():
        poll.register(end, select.POLLIN)
    while not (late or ended):
        left = deadline - time.monotonic()
        late = left <= 0
        ended = gone == jobs and has_ended(pid)
        greedy = alone and left < 2 * job["seconds"] - LOOK_SECONDS and resident_mb() > job["memory_mb"]
        if greedy:
            break
        for end, _ in poll.poll(1000 * max(0.0, min(left, LOOK_SECONDS))):
            if end == jobs:
                end_of(pid, alone)
                os._exit(0)
            elif end == gone:
                ended = True
            elif not take(end, heard[end], room[end]):
                poll.unregister(end)
    if gone != jobs:
        os.close(gone)
    status, cpu_seconds = end_of(pid, alone)
    for end in ends:
        os.set_blocking(end, False)
        while take(end, heard[end], room[end]):
            pass
    report, stdout, stderr = (bytes(heard[end]).decode("utf-8", "replace") for end in ends)
    seen = ending_of(status, cpu_seconds, late and not ended, job, report)
    if greedy:
        seen.update(
            ending="out of memory", reason=f"its processes took more than {job['memory_mb']} MB together"
        )
    return dict(seen, stdout=stdout, stderr=stderr, seconds=round(time.monotonic() - begun, 4))


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


def take(end: int, heard: bytearray, room: int) -> bool:
    """Whether there was more; what goes beyond the room for it is thrown away."""
    try:
        piece = os.read(end, 65536)
    except BlockingIOError:
        return False
    heard += piece[: max(0, room - len(heard))]
    return bool(piece)


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


def ending_of(status: int, cpu_seconds: float, late: bool, job: Job, report: str) -> Seen:
    lines = report.split("\n")[:-1]
    seen: Seen = {"report": lines, "ending": "failed", "reason": ""}
    if lines[:1] != ["begun"]:
        return dict(
            seen, ending="not run", reason=f"the sandbox broke before the program began (status {status})"
        )
    final = final_of(lines[-1], job)
    if final:
        return dict(seen, **final)
    if late:
        return dict(seen, ending="timed out", reason=f"still running after {2 * job['seconds']:g} s")
    if not os.WIFSIGNALED(status):
        code = os.WEXITSTATUS(status)
        return dict(seen, reason=f"the program ended itself (exit status {code}) before its probes were done")
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU or cpu_seconds >= job["seconds"]:
        return dict(seen, ending="timed out", reason=f"used more than {job['seconds']:g} s of CPU time")
    return dict(seen, ending="killed", reason=f"ended by {signal.Signals(number).name}")


def final_of(line: str, job: Job) -> Seen:
    """What a child says of its end, as far as it can be believed: it has no say in what was not run."""
    try:
        final = json.loads(line)
        ending, reason, functions = final["ending"], final.get("reason", ""), final.get("functions", [])
    except (ValueError, TypeError, KeyError):
        return {}
    texts = [reason, *functions] if isinstance(functions, list) else [None]
    if ending not in CLAIMS or not all(isinstance(text, str) for text in texts):
        return {}
    lacks = str(final.get("lacks") or "").partition(".")[0]
    # A check that cannot import what it needs says nothing about the candidate.
    if (
        ending == "failed"
        and lacks in {name.partition(".")[0] for name in job["imports"]}
        and not installed(lacks)
    ):
        ending = "not run"
    return {"ending": ending, "reason": reason, "functions": functions}


def installed(name: str) -> bool:
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
