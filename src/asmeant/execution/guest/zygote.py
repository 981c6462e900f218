"""Job -> what was seen. Waits for jobs, forks a child for each trial, keeps its deadline, clears up after it.

A message is four bytes of length and that much JSON. The zygote runs no line of a candidate and holds no
expected value: what its children say is handed on as it was said, and judged elsewhere.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import importlib.util
import json
import os
import select
import shutil
import signal
import struct
import sys
import time
from typing import Any, Dict, Iterator, List, Optional, Tuple

from . import child, isolation

Job = Dict[str, Any]
Seen = Dict[str, Any]

MOST_FUNCTIONS = 20
MOST_REPORT_BYTES = 8 << 20
# A program may try many checks with many functions; once so many deadlines have passed, the rest is given up.
MOST_TIMEOUTS = 4


def main() -> None:
    jobs, answers = os.dup(0), os.dup(1)
    silence()
    settings = receive(jobs)
    if settings is None:
        return
    try:
        prepare(settings)
    except BaseException as error:
        send(answers, {"fault": f"{type(error).__name__}: {error}"})
        return
    send(answers, {"ready": True})
    while True:
        job = receive(jobs)
        if job is None:
            return
        send(answers, {"seen": list(observe(job, settings, jobs)), "clean": clear_box(settings["box"])})


def silence() -> None:
    """Nothing but children's own pipes may be reached through the standard files."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def prepare(settings: Job) -> None:
    sys.path[:] = [path for path in sys.path if path not in ("", settings["guest"])]
    if settings["isolated"]:
        own = [sys.prefix, sys.base_prefix, *filter(os.path.isdir, sys.path)]
        settings["visible"] += [*own, *map(os.path.realpath, own)]
        isolation.enter(settings)
        settings["box"] = "/box"
    for module in settings["preload"]:
        with contextlib.suppress(Exception):  # a world may lack it, or it may be broken there
            importlib.import_module(module)
    sys.path.insert(0, "")
    make_box(settings["box"])
    child.remember()
    gc.collect()
    gc.freeze()  # a collection in a child would copy what it could share


def receive(end: int) -> Optional[Job]:
    header = read_exactly(end, 4)
    body = read_exactly(end, struct.unpack(">I", header)[0]) if len(header) == 4 else b""
    return json.loads(body) if body else None


def read_exactly(end: int, size: int) -> bytes:
    pieces = bytearray()
    while len(pieces) < size:
        piece = os.read(end, size - len(pieces))
        if not piece:
            break
        pieces += piece
    return bytes(pieces)


def send(end: int, message: Seen) -> None:
    body = json.dumps(message).encode()
    left = memoryview(struct.pack(">I", len(body)) + body)
    while left:
        left = left[os.write(end, left) :]


# ── one program ────────────────────────────────────────────────────────────────────────────────────


def observe(job: Job, settings: Job, jobs: int) -> Iterator[Seen]:
    """Every check with every function that may meet it: what each trial said, and how it ended."""
    missing = [name for name in job["libraries"] if not installed(name)]
    functions = [job["entry"]]
    loaded: Seen = {"ending": "finished"}
    if missing:
        loaded = {"ending": "not run", "reason": f"not installed here: {', '.join(missing)}"}
    elif job["any_function"] or len(job["checks"]) > 1:
        loaded = trial(job, None, "", settings, jobs)
        functions = loaded.pop("functions", None) or functions
    late = 0
    for number in range(len(job["checks"])):
        for function in functions[:MOST_FUNCTIONS]:
            if loaded["ending"] != "finished":
                seen = dict(loaded)
            elif late >= MOST_TIMEOUTS:
                seen = {"ending": "timed out", "reason": f"{late} trials before this one had run out of time"}
            else:
                seen = trial(job, number, function, settings, jobs)
                late += seen["ending"] == "timed out"
            yield dict(seen, check=number, function=function)


def installed(name: str) -> bool:
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def trial(job: Job, check: Optional[int], function: str, settings: Job, jobs: int) -> Seen:
    """Runs one child to its end, or to its deadline; afterwards nothing that it started is left."""
    pipes = [os.pipe() for _ in range(3)]
    begun = time.monotonic()
    pid = os.fork()
    if pid == 0:
        os.close(jobs)
        child.live(job, check, function, settings["box"], [end for _, end in pipes])
    for _, end in pipes:
        os.close(end)
    try:
        return watch(pid, [end for end, _ in pipes], job, begun, jobs, settings["isolated"])
    finally:
        for end, _ in pipes:
            os.close(end)
        clear_box(settings["box"])  # each trial begins in an empty one


def watch(pid: int, ends: List[int], job: Job, begun: float, jobs: int, alone: bool) -> Seen:
    """Takes in what the child says until it is gone, or its time is up."""
    room = dict(zip(ends, (MOST_REPORT_BYTES, job["output_bytes"], job["output_bytes"])))
    heard = {end: bytearray() for end in ends}
    deadline = begun + 2 * job["seconds"]
    poll = select.poll()
    # Not the end of its pipes: whoever it started may hold them open.
    gone = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else jobs
    for end in (gone, *ends):
        poll.register(end, select.POLLIN)
    poll.register(jobs, 0)  # only whether it is closed: then who asked has died
    late = ended = False
    while not (late or ended):
        left = deadline - time.monotonic()
        late = left <= 0
        ended = gone == jobs and has_ended(pid)
        for end, _ in poll.poll(max(0.0, 1000 * left) if gone != jobs else 10):
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
    seen = ending_of(status, cpu_seconds, late and not ended, job["seconds"], report)
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


def ending_of(status: int, cpu_seconds: float, late: bool, seconds: float, report: str) -> Seen:
    lines = report.split("\n")[:-1]
    seen: Seen = {"report": lines, "ending": "failed", "reason": ""}
    with contextlib.suppress(ValueError, IndexError, TypeError):
        final = json.loads(lines[-1])
        return dict(seen, **{key: final[key] for key in ("ending", "reason", "functions") if key in final})
    if late:
        return dict(seen, ending="timed out", reason=f"still running after {2 * seconds:g} s")
    if not os.WIFSIGNALED(status):
        code = os.WEXITSTATUS(status)
        return dict(seen, reason=f"the program ended itself (exit status {code}) before its probes were done")
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU or cpu_seconds >= seconds:
        return dict(seen, ending="timed out", reason=f"used more than {seconds:g} s of CPU time")
    return dict(seen, ending="killed", reason=f"ended by {signal.Signals(number).name}")


# ── the box: the one place where a program may write ───────────────────────────────────────────────

PLACES = ("work", "tmp", "shm")


def make_box(box: str) -> None:
    for place in PLACES:
        os.makedirs(os.path.join(box, place), exist_ok=True)


def empty(box: str) -> bool:
    return sorted(os.listdir(box)) == sorted(PLACES) and not any(
        os.listdir(os.path.join(box, place)) for place in PLACES
    )


def clear_box(box: str) -> bool:
    """Whether the box is as new. Where it cannot be made so, this zygote has done its last job."""
    try:
        if not empty(box):
            for name in os.listdir(box):
                remove(os.path.join(box, name))
            make_box(box)
        return empty(box)
    except (OSError, RecursionError):
        return False


def remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        os.chmod(path, 0o700)
        shutil.rmtree(path, onerror=open_up)
    else:
        os.unlink(path)


def open_up(function: Any, path: str, _error: Any) -> None:
    """A directory that its maker closed is opened, and tried again."""
    os.chmod(os.path.dirname(path), 0o700)
    if os.path.isdir(path):
        os.chmod(path, 0o700)
        shutil.rmtree(path)
    else:
        function(path)
