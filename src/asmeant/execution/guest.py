"""Program -> what was seen, inside the process that runs it. Stands alone: imports nothing of ours.

The supervisor reads one job from standard input and prints one line of JSON per check. It never runs a
line of the candidate itself: every trial (one check with one function) is a forked child with its own
scratch directory, limits and deadline, so that a hang or a crash in one says nothing about the next.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import json
import linecache
import os
import resource
import selectors
import shutil
import signal
import sys
import tempfile
import time
import traceback
import types
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List  # noqa: UP035 (a world may be an older Python)

Job = Dict[str, Any]  # noqa: UP006
Seen = Dict[str, Any]  # noqa: UP006

MODULE = "candidate_module"
MOST_FUNCTIONS = 20
POLL_SECONDS = 0.05
PARENT = os.getppid()


# ── the supervisor ─────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    for seen in observations(json.load(sys.stdin)):
        sys.stdout.write(json.dumps(seen) + "\n")
        sys.stdout.flush()


def observations(job: Job) -> Iterator[Seen]:
    """One observation per check."""
    missing = [name for name in job["libraries"] if not installed(name)]
    if missing:
        loaded: Seen = {"ending": "not run", "reason": f"not installed here: {', '.join(missing)}"}
    elif job["any_function"] or len(job["checks"]) > 1:
        loaded = trial(job, None, job["entry"])
    else:
        loaded = {"ending": "finished"}
    functions = loaded.pop("functions", None) or [job["entry"]]
    for check in job["checks"]:
        seen = furthest(job, check, functions) if loaded["ending"] == "finished" else loaded
        yield dict(seen, check=check["name"])


def furthest(job: Job, check: Seen, functions: List[str]) -> Seen:  # noqa: UP006
    """The first function under which the check holds, or else the one that came furthest."""
    best: Seen = {}
    for function in functions:
        seen = dict(trial(job, check, function), function=function)
        if not best or seen["probes_passed"] > best["probes_passed"] or seen["ending"] == "finished":
            best = seen
        if seen["ending"] == "finished":
            break
    return best


def installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return name in sys.modules


def trial(job: Job, check: Seen | None, function: str) -> Seen:
    """Runs one child to its end, or to its deadline; afterwards nothing that it started is left."""
    scratch = tempfile.mkdtemp(prefix="trial-")
    pipes = {name: os.pipe() for name in ("report", "stdout", "stderr")}
    pid = os.fork()
    if pid == 0:
        child(job, check, function, Path(scratch), {name: ends[1] for name, ends in pipes.items()})
    for _, write_end in pipes.values():
        os.close(write_end)
    try:
        return watch(pid, {name: ends[0] for name, ends in pipes.items()}, job)
    finally:
        kill(pid, group_only=True)
        for read_end, _ in pipes.values():
            os.close(read_end)
        shutil.rmtree(scratch, ignore_errors=True)


def watch(pid: int, ends: dict[str, int], job: Job) -> Seen:
    """Reads what the child says until it is gone. Only a report of its own makes an ending a good one."""
    begun = time.monotonic()
    heard = {name: bytearray() for name in ends}
    room = {"report": 1 << 20, "stdout": job["output_bytes"], "stderr": job["output_bytes"]}
    late, death = False, None
    with selectors.DefaultSelector() as selector:
        for name, end in ends.items():
            os.set_blocking(end, False)
            selector.register(end, selectors.EVENT_READ, name)
        while death is None:
            if os.getppid() != PARENT:  # asmeant is gone, and so is who would read this
                kill(pid)
                os._exit(1)
            # CPU time is what is limited, since it hardly depends on how busy the machine is.
            late = time.monotonic() - begun > 2 * job["seconds"]
            if late:
                kill(pid)
            drain(selector, heard, room, POLL_SECONDS)
            death = reap(pid, wait=late)
        drain(selector, heard, room, 0)
    return dict(
        ending_of(death, late, job["seconds"], bytes(heard["report"])),
        stdout=heard["stdout"].decode("utf-8", "replace"),
        stderr=heard["stderr"].decode("utf-8", "replace"),
        seconds=round(time.monotonic() - begun, 4),
    )


def drain(
    selector: selectors.BaseSelector, heard: dict[str, bytearray], room: dict[str, int], seconds: float
) -> None:
    """Takes in what has been said; what goes beyond the room for it is thrown away."""
    if not selector.get_map():
        time.sleep(min(seconds, 0.002))
    for key, _ in selector.select(seconds) if selector.get_map() else ():
        piece = os.read(key.fd, 65536)
        if not piece:
            selector.unregister(key.fd)
        kept = heard[key.data]
        kept += piece[: max(0, room[key.data] - len(kept))]


def reap(pid: int, wait: bool) -> tuple[int, float] | None:
    """How the child ended and the CPU seconds that it took, once it has."""
    done, status, usage = os.wait4(pid, 0 if wait else os.WNOHANG)
    return (status, usage.ru_utime + usage.ru_stime) if done else None


def kill(pid: int, group_only: bool = False) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    if not group_only:  # a child that left its group is still our child
        os.kill(pid, signal.SIGKILL)


def ending_of(death: tuple[int, float], late: bool, seconds: float, report: bytes) -> Seen:
    status, cpu_seconds = death
    said = [json.loads(line) for line in report.split(b"\n")[:-1]]
    seen = {"ending": "failed", "probes_passed": sum("probe" in line for line in said)}
    if said and "ending" in said[-1]:
        return dict(seen, **said[-1])
    if late:
        return dict(seen, ending="timed out", reason=f"still running after {2 * seconds:g} s")
    if not os.WIFSIGNALED(status):
        code = os.WEXITSTATUS(status)
        return dict(seen, reason=f"the program ended itself (exit status {code}) before its probes were done")
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU or cpu_seconds >= seconds:
        return dict(seen, ending="timed out", reason=f"used more than {seconds:g} s of CPU time")
    return dict(seen, ending="killed", reason=f"ended by {signal.Signals(number).name}")


# ── the child ──────────────────────────────────────────────────────────────────────────────────────


def child(job: Job, check: Seen | None, function: str, scratch: Path, ends: dict[str, int]) -> None:
    report = functools.partial(say, ends["report"])
    try:
        confine(job, scratch, ends)
        final = attempt(job, check, function, report)
    except BaseException as error:
        final = {"ending": "not run", "reason": f"the sandbox broke: {describe(error)}"}
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):
            stream.flush()
    report(final)
    # Not sys.exit: what the candidate left to run at exit must not run.
    os._exit(0)


def say(end: int, message: Seen) -> None:
    os.write(end, json.dumps(message).encode() + b"\n")


def confine(job: Job, scratch: Path, ends: dict[str, int]) -> None:
    os.setsid()
    work, temporary = scratch / "work", scratch / "tmp"
    work.mkdir()
    temporary.mkdir()
    os.chdir(work)
    for path, text in job["files"].items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    os.environ.update(HOME=str(work), TMPDIR=str(temporary))
    tempfile.tempdir = None
    sys.path.insert(0, "")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(ends["stdout"], 1)
    os.dup2(ends["stderr"], 2)
    cpu = max(1, int(-(-job["seconds"] // 1)))
    # A second between the two lets the first signal tell itself from any other death.
    limit(resource.RLIMIT_CPU, cpu, cpu + 1)
    limit(resource.RLIMIT_AS, job["memory_mb"] << 20)
    limit(resource.RLIMIT_FSIZE, job["disk_mb"] << 20)
    limit(resource.RLIMIT_CORE, 0)


def limit(what: int, soft: int, hard: int | None = None) -> None:
    ceiling = resource.getrlimit(what)[1]
    wanted = (soft, soft if hard is None else hard)
    low, high = (value if ceiling == resource.RLIM_INFINITY else min(value, ceiling) for value in wanted)
    resource.setrlimit(what, (low, high))


def attempt(job: Job, check: Seen | None, function: str, report: Callable[[Seen], None]) -> Seen:
    """Loads the program and runs the probes of one check; without a check, only says what was loaded."""
    step, module = "the code", types.ModuleType(MODULE)
    sys.modules[MODULE] = module
    try:
        run(job["source"], "<candidate>", module.__dict__)
        found = functions_of(module, job["entry"]) if job["any_function"] else []
        step = "the setup"
        run(job["setup"], "<setup>", module.__dict__)
        if check is None:
            return {"ending": "finished", "functions": found}
        # Probes get a copy, so that their names never replace those which the candidate's functions use.
        names = dict(module.__dict__)
        if job["entry"]:
            names[job["entry"]] = names["candidate"] = bound(module, function)
        for number, probe in enumerate(check["probes"], 1):
            step = f"probe {number}"
            run(probe, f"<{step}>", names)
            report({"probe": number})
        return {"ending": "finished"}
    except MemoryError:
        return {"ending": "out of memory", "reason": f"{step} needed more than {job['memory_mb']} MB"}
    except BaseException as error:
        show(error)
        ending = "not run" if lacks_library(error, step) else "failed"
        return {"ending": ending, "reason": f"{step}: {describe(error)}"}


def run(source: str, name: str, names: dict[str, Any]) -> None:
    # So that a traceback can show the line.
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec", dont_inherit=True), names)


def functions_of(module: types.ModuleType, entry: str) -> list[str]:
    """What may be tried under the tested name: the function of that name, then the others, last one first."""
    mine = [name for name, value in vars(module).items() if callable(value) and is_mine(value)]
    mine.reverse()
    found = []
    for name in sorted(mine, key=lambda name: name != entry):
        value = vars(module)[name]
        if isinstance(value, type):
            methods = [key for key, item in vars(value).items() if callable(item) and not key.startswith("_")]
            found += [f"{name}.{method}" for method in methods]
        else:
            found.append(name)
    return found[:MOST_FUNCTIONS]


def is_mine(value: object) -> bool:
    return isinstance(value, functools.partial) or getattr(value, "__module__", None) == MODULE


def bound(module: types.ModuleType, function: str) -> object:
    """The function of that name; a method is taken from a fresh object of its class."""
    owner, _, method = function.partition(".")
    if owner not in vars(module):
        raise NameError(f"the code does not define {owner}")
    value = vars(module)[owner]
    return getattr(value(), method) if method else value


def lacks_library(error: BaseException, step: str) -> bool:
    """A check that cannot import what it needs says nothing about the candidate."""
    if not isinstance(error, ImportError) or step == "the code":
        return False
    return all(frame.filename != "<candidate>" for frame in traceback.extract_tb(error.__traceback__))


def show(error: BaseException) -> None:
    """The traceback, less the two frames that are ours."""
    ours = error.__traceback__
    theirs = ours.tb_next.tb_next if ours and ours.tb_next else None
    traceback.print_exception(type(error), error, theirs, limit=-6)


def describe(error: BaseException) -> str:
    try:
        text = str(error)
    except BaseException:
        text = "(an error that cannot be printed)"
    if isinstance(error, AssertionError) and not text:
        lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.line]
        text = lines[-1] if lines else ""
    return f"{type(error).__name__}: {' '.join(text.split())[:300]}"


if __name__ == "__main__":
    main()
