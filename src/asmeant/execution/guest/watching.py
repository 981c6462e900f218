"""A child -> what was seen of it, until it ends or its time or memory is up. All that it started ends too."""

from __future__ import annotations

import importlib.util
import json
import os
import select
import signal
import sys
import time
from typing import Any, Dict, List, Optional

from .account import Account, Fault
from .usage import worked_too_long

Job = Dict[str, Any]
Seen = Dict[str, Any]

# What the trials of one program may report, each and together.
MOST_REPORT_BYTES, MOST_REPORTED_BYTES = 2 << 20, 16 << 20
QUICK_MS = 20
# What a child may say of its own end.
CLAIMS = ("finished", "failed", "out of memory")


def watch(pid: int, ends: List[int], job: Job, begun: float, settings: Job) -> Seen:
    """Takes in what the child says until it is gone, or has used up what it may."""
    jobs = settings["ours"][0]
    account = Account(pid, job["seconds"], job["memory_mb"], begun, settings["isolated"])
    room = dict(zip(ends, (job["report_room"], job["output_bytes"], job["output_bytes"])))
    heard = {end: bytearray() for end in ends}
    poll = select.poll()
    # Not the end of its pipes: whoever it started may hold them open.
    gone = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else jobs
    if gone != jobs:
        poll.register(gone, select.POLLIN)
    poll.register(jobs, 0)  # only whether it is closed: then who asked has died
    # Most are gone at once, and need not be listened to before: only who fills a pipe has to wait.
    ended = gone != jobs and [end for end, _ in poll.poll(QUICK_MS)] == [gone]
    for end in ends if not ended else ():
        poll.register(end, select.POLLIN)
    while not ended:
        for end, _ in poll.poll(1000 * account.pause_seconds()):
            if end == jobs:
                account.end()
                os._exit(0)
            elif end == gone:
                ended = True
            elif not take(end, heard[end], room[end]):
                poll.unregister(end)
        ended = ended or (gone == jobs and has_ended(pid))
        if not ended and account.is_due() and account.look():
            break
    if gone != jobs:
        os.close(gone)
    status = account.end()
    for end in ends:
        os.set_blocking(end, False)
        while take(end, heard[end], room[end]):
            pass
    report, stdout, stderr = (bytes(heard[end]).decode("utf-8", "replace") for end in ends)
    seen = ending_of(status, account.fault(), job, report)
    return dict(seen, stdout=stdout, stderr=stderr, seconds=round(time.monotonic() - begun, 4))


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


def ending_of(status: int, fault: Optional[Fault], job: Job, report: str) -> Seen:
    lines = report.split("\n")[:-1]
    seen: Seen = {"report": lines, "ending": "failed", "reason": ""}
    if lines[:1] != ["begun"]:
        return dict(
            seen, ending="not run", reason=f"the sandbox broke before the program began (status {status})"
        )
    if fault is not None:
        return dict(seen, ending=fault[0], reason=fault[1])
    final = final_of(lines[-1], job)
    if final:
        return dict(seen, **final)
    if not os.WIFSIGNALED(status):
        code = os.WEXITSTATUS(status)
        return dict(seen, reason=f"the program ended itself (exit status {code}) before its probes were done")
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return dict(seen, ending="timed out", reason=worked_too_long(job["seconds"]))
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
