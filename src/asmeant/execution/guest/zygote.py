"""Job -> what was seen. Waits for jobs, forks a child for each trial, keeps its deadline, clears up after it.

A message is four bytes of length and that much JSON. The zygote runs no line of a candidate and holds no
expected value: what its children say is handed on as it was said, and judged elsewhere.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import os
import shutil
import socket
import struct
import sys
import time
from typing import Any, Dict, Iterator, List, Optional

from . import child, forking, isolation, state
from .box import clear_box, make_box
from .warming import warm_up
from .watching import MOST_REPORT_BYTES, MOST_REPORTED_BYTES, installed, watch

Job = Dict[str, Any]
Seen = Dict[str, Any]

MOST_FUNCTIONS = 20
# A program may try many checks with many functions; once so many deadlines have passed, the rest is given up.
MOST_TIMEOUTS = 4


def main() -> None:
    jobs, answers = os.dup(0), os.dup(1)
    silence()
    settings = receive(jobs)
    if settings is None:
        return None
    os.environ.pop("LD_BIND_NOW", None)  # that was for this process
    try:
        missing = prepare(settings)
    except BaseException as error:
        send(answers, {"fault": f"{type(error).__name__}: {error}"})
        return None
    send(answers, {"ready": True, "missing": missing})
    settings.update(ours=[jobs, answers], clean=True)
    while True:
        job = receive(jobs)
        if job is None:
            return leave_box(settings)
        seen = list(observe(job, settings))
        send(answers, {"seen": seen, "clean": settings["clean"] and state.is_as_first()})


def leave_box(settings: Job) -> None:
    if not settings["isolated"]:
        shutil.rmtree(settings["box"], ignore_errors=True)


def silence() -> None:
    """Nothing but children's own pipes may be reached through the standard files."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def prepare(settings: Job) -> List[str]:
    """Makes this process fit for jobs; what could not be loaded ahead of them."""
    sys.path[:] = [path for path in sys.path if path not in ("", settings["guest"])]
    if settings["shims"]:
        load_file(settings["shims"]).install(json.loads(settings["answers"]), settings["live"])
    if settings["isolated"]:
        libraries = [path for path in sys.path if path.endswith("-packages") and os.path.isdir(path)]
        own = [sys.prefix, sys.base_prefix, *libraries]
        settings["visible"] += [*own, *map(os.path.realpath, own)]
        isolation.enter(settings)
        follow_moved_paths()
        settings["box"] = "/box"
    make_box(settings["box"])
    os.environ.update(HOME=os.path.join(settings["box"], "work"), TMPDIR=os.path.join(settings["box"], "tmp"))
    missing = [module for module in settings["preload"] if not preloaded(module)]
    warm_up()
    clear_box(settings["box"])
    sys.path.insert(0, "")
    child.remember(settings["box"], settings["seed"])
    forking.let_go()
    state.remember()
    gc.collect()
    gc.freeze()  # a collection in a child would copy what it could share
    return missing


def follow_moved_paths() -> None:
    """A Python that lies in what is /tmp in here was put elsewhere: it must know where it is."""
    for name in ("prefix", "exec_prefix", "base_prefix", "base_exec_prefix", "executable"):
        setattr(sys, name, isolation.inside(getattr(sys, name)))
    sys.path[:] = map(isolation.inside, sys.path)
    sys.path_importer_cache.clear()
    for module in list(sys.modules.values()):
        paths = getattr(module, "__path__", None)
        if isinstance(paths, list):
            paths[:] = map(isolation.inside, paths)


def load_file(path: str) -> Any:
    spec = importlib.util.spec_from_file_location("_asmeant_shims", path)
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return module


def preloaded(module: str) -> bool:
    try:
        importlib.import_module(module)
        return True
    except Exception:  # a world may lack it, or it may be broken there
        return False


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


def observe(job: Job, settings: Job) -> Iterator[Seen]:
    """Every check with every function that may meet it: what each trial said, and how it ended."""
    missing = [name for name in job["libraries"] if not installed(name)]
    functions = [job["entry"]]
    loaded: Seen = {"ending": "finished"}
    job["report_room"] = MOST_REPORT_BYTES
    if missing:
        loaded = {"ending": "not run", "reason": f"not installed here: {', '.join(missing)}"}
    elif job["any_function"] or len(job["checks"]) > 1:
        loaded = trial(job, None, "", settings)
        functions = loaded.pop("functions", None) or functions
    late, said = 0, 0
    for number in range(len(job["checks"])):
        for function in functions[:MOST_FUNCTIONS]:
            if loaded["ending"] != "finished":
                seen = dict(loaded)
            elif late >= MOST_TIMEOUTS:
                seen = {"ending": "timed out", "reason": f"{late} trials before this one had run out of time"}
            else:
                job["report_room"] = max(0, min(MOST_REPORT_BYTES, MOST_REPORTED_BYTES - said))
                seen = trial(job, number, function, settings)
                late += seen["ending"] == "timed out"
                said += sum(map(len, seen["report"]))
            yield dict(seen, check=number, function=function)


def trial(job: Job, check: Optional[int], function: str, settings: Job) -> Seen:
    """Runs one child to its end, or to its deadline; afterwards nothing that it started is left."""
    # What was said into a socket cannot be taken back by opening it again, as with a pipe.
    pipes = [tuple(end.detach() for end in socket.socketpair()), os.pipe(), os.pipe()]
    # What can be done on this side of the fork is: a child pays for every page that it touches first.
    ends, not_its = [end for _, end in pipes], [*settings["ours"], *(end for end, _ in pipes)]
    prepared = child.prepared(job, check, settings["box"])
    begun = time.monotonic()
    pid = os.fork()
    if pid == 0:
        try:
            for end in not_its:
                os.close(end)  # what is the zygote's own is out of a candidate's reach
            child.live(job, prepared, function, ends)
        finally:
            child.leave(0)  # not sys.exit: what the candidate left to run at exit must not run
    for _, end in pipes:
        os.close(end)
    try:
        return watch(pid, [end for end, _ in pipes], job, begun, settings)
    finally:
        for end, _ in pipes:
            os.close(end)
        settings["clean"] = clear_box(settings["box"])  # each trial begins in an empty one
