"""A command -> what was seen of it, until it ends or its time or memory is up. All that it began ends too."""

from __future__ import annotations

import contextlib
import hashlib
import os
import resource
import select
import signal
import time
from typing import Any, Dict, List, Optional

from .account import Account, Fault
from .limits import cpu_backstop
from .usage import worked_too_long
from .watching import QUICK_MS

Job = Dict[str, Any]
Seen = Dict[str, Any]

# `>(tee file)` is not waited for by the shell: what is left running is given a moment to end by itself. It is
# a moment of its own time: on a busy machine it is longer.
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
    seconds, memory = cpu_backstop(job["seconds"]), memory_bytes(job)
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
    """Takes in what the command says until it is gone, or has used up what it may; then ends all."""
    room = job["output_bytes"] + 1  # one more tells what is cut from what just fits
    heard = {end: Heard() for end in ends}
    account = Account(pid, job["seconds"], job["memory_mb"], begun, alone=True)
    poll = select.poll()
    gone = os.pidfd_open(pid)
    poll.register(gone, select.POLLIN)
    poll.register(jobs, 0)  # only whether it is closed: then who asked has died
    ended = [end for end, _ in poll.poll(QUICK_MS)] == [gone]
    for end in ends if not ended else ():
        poll.register(end, select.POLLIN)
    while not ended:
        for end, _ in poll.poll(1000 * account.pause_seconds()):
            if end == jobs:
                os._exit(0)
            elif end == gone:
                ended = True
            elif not take(end, heard[end], room):
                poll.unregister(end)
        if not ended and account.is_due() and account.look():
            break
    os.close(gone)
    status = end_all(account, ended)
    for end in ends:
        os.set_blocking(end, False)
        while take(end, heard[end], room):
            pass
    answer = ending_of(status, account.fault(), job)
    for name, end in zip(("stdout", "stderr"), ends):
        answer[name] = bytes(heard[end].kept[: room - 1]).decode("utf-8", "backslashreplace")
        answer[name + "_cut"] = len(heard[end].kept) >= room
    output = heard[ends[0]]
    answer.update(stdout_bytes=output.size, stdout_digest=output.digest.hexdigest())
    return dict(answer, seconds=round(time.monotonic() - begun, 4))


def end_all(account: Account, ended: bool) -> int:
    """Ends the command and whoever it started: how it ended."""
    if not ended:
        account.kill()
    status = account.wait()
    if ended:
        account.let_orphans_end(GRACE_SECONDS)
    account.kill()
    account.wait_for_orphans()
    return status


def ending_of(status: int, fault: Optional[Fault], job: Job) -> Seen:
    code = os.waitstatus_to_exitcode(status) if hasattr(os, "waitstatus_to_exitcode") else status >> 8
    answer: Seen = {"ending": "finished", "reason": "", "exit_status": code if code >= 0 else None}
    if fault is not None:
        return dict(answer, ending=fault[0], reason=fault[1])
    # A shell tells by its own status which signal ended what it waited for.
    if (-code if code < 0 else code - 128) == signal.SIGXCPU:
        return dict(answer, ending="timed out", reason=worked_too_long(job["seconds"]))
    if code < 0:
        return dict(answer, ending="killed", reason=f"ended by {signal.Signals(-code).name}")
    return answer


class Heard:
    """What a command wrote to one end: how it begins, and the size and digest of all of it."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.size = 0
        self.digest = hashlib.blake2b(digest_size=16)


def take(end: int, heard: Heard, room: int) -> bool:
    """Whether there was more; what goes beyond the room for it is thrown away."""
    try:
        piece = os.read(end, 65536)
    except BlockingIOError:
        return False
    heard.kept += piece[: max(0, room - len(heard.kept))]
    heard.size += len(piece)
    heard.digest.update(piece)
    return bool(piece)
