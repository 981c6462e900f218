"""One check of one program -> its report: load the code, take the steps, say what came of each.

A report is one line per step: `value JSON` for a question whose answer is judged elsewhere, `clean N MARK`
where a witness vouches for a step, and last `{"ending": ...}`. The line `begun` comes before the candidate.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import functools
import importlib
import json
import os
import random
import resource
import sys
import tempfile
import types
from collections import Counter
from typing import Any, Dict, FrozenSet, List, NamedTuple, Optional, Set, Tuple

from . import cgroup, isolation, values, witness
from .functions import MODULE, bound, functions_of
from .telling import describe, remember_line, remember_lines, show

Job = Dict[str, Any]
MOST_RECORDED_BYTES = 1 << 18
ELSEWHERE = values.tagged("object", '"builtins.answers of another process"')
BUILTINS = dict(vars(builtins))
PROBES_BUILTINS = dict(BUILTINS)
FINISHED = b'{"ending": "finished"}\n'
MOST_COMPILED = 256
Step = Tuple[str, types.CodeType, int]
_compiled: Dict[Any, Any] = {}
leave = os._exit
_known: List[FrozenSet[type]] = []


def remember(box: str, seed: int) -> None:
    """Once, before any candidate: what each of them finds in the same state."""
    _known[:] = [witness.known_kinds()]
    os.environ.update(HOME=os.path.join(box, "work"), TMPDIR=os.path.join(box, "tmp"))
    tempfile.tempdir = None
    # Chance is the same on every run, wherever a program has not asked for its own.
    random.seed(seed)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(seed)


class Prepared(NamedTuple):
    """What a trial needs that is not the candidate's: made before the fork, where it costs least."""

    check: Optional[int]
    work: str
    limits: List[Tuple[int, Tuple[int, int]]]
    steps: Optional[List[Step]]  # None where they do not compile: then the child says why
    setup: Optional[types.CodeType]
    read: Set[str]  # the names that guarded steps read and do not store


def prepared(job: Job, check: Optional[int], box: str) -> Prepared:
    steps = job["checks"][check]["steps"] if check is not None else []
    key = (job["setup"], *((step["kind"], step["source"], step["probe"]) for step in steps))
    made = _compiled.get(key)
    if made is None:
        made = _made(job["setup"], steps, job["checks"][check]["stored"] if check is not None else [])
        # Not what is guarded: it holds what is expected, and the next candidate could find it here.
        if not any(step["kind"] == "guarded" for step in steps):
            if len(_compiled) >= MOST_COMPILED:
                _compiled.clear()
            _compiled[key] = made
    return Prepared(check, os.path.join(box, "work"), limits(job), *made)


def _made(setup: str, steps: List[Job], stored: List[str]) -> Tuple[Any, Any, Set[str]]:
    try:
        taken = compiled(steps, [""])
        read = names_in([code for kind, code, _ in taken if kind == "guarded"])
        return taken, compile_named(setup, "<setup>"), read - set(stored)
    except Exception:  # the child finds out again, and says why
        return None, None, set()


def live(job: Job, ready: Prepared, function: str, ends: List[int]) -> None:
    report = ends[0]
    confine(job, ready, ends)
    final = attempt(job, ready, function, report)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue
    os.write(report, FINISHED if final is None else json.dumps(final).encode() + b"\n")


def confine(job: Job, ready: Prepared, ends: List[int]) -> None:
    os.setsid()
    os.chdir(ready.work)
    for path, text in job["files"].items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    os.dup2(ends[1], 1)
    os.dup2(ends[2], 2)
    os.close(ends[1])
    os.close(ends[2])
    for what, most in ready.limits:
        try:
            resource.setrlimit(what, most)
        except (ValueError, OSError):  # not every system limits everything
            continue
    cgroup.close_counter()
    isolation.libc = None  # type: ignore[assignment]  # no way to native code lies about


def limits(job: Job) -> List[Tuple[int, Tuple[int, int]]]:
    cpu, memory, disk = cpu_backstop(job["seconds"]), job["memory_mb"] << 20, job["disk_mb"] << 20
    wanted = (
        (resource.RLIMIT_CPU, cpu, cpu + 1),
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, disk, disk),
    )
    return [(what, (lowered(what, soft), lowered(what, hard))) for what, soft, hard in wanted]


def cpu_backstop(seconds: float) -> int:
    """In whole seconds, for the kernel: a second more than the limit, which is kept by who watches."""
    return int(-(-seconds // 1)) + 1


def lowered(what: int, wanted: int) -> int:
    ceiling = resource.getrlimit(what)[1]
    return wanted if ceiling == resource.RLIM_INFINITY else min(wanted, ceiling)


def attempt(job: Job, ready: Prepared, function: str, report: int) -> Optional[Job]:
    """Loads the program and takes the steps of one check; without a check, only says what was loaded."""
    at: List[str] = [""]
    os.write(report, b"begun\n")
    try:
        if ready.steps is None or ready.setup is None:
            ready = ready._replace(
                steps=compiled(job["checks"][ready.check]["steps"] if ready.check is not None else [], at),
                setup=compile_named(job["setup"], "<setup>"),
            )
        at[0] = "the code"
        return take_steps(job, ready, function, report, at)
    except MemoryError:
        return {"ending": "out of memory", "reason": f"{at[0]} needed more than {job['memory_mb']} MB"}
    except BaseException as error:
        remember_lines(job, ready.check)
        show(error)
        final = {"ending": "failed", "reason": f"{at[0]}: {describe(error)}"}
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            final["ending"] = "out of memory"
        elif isinstance(error, ImportError):
            final["lacks"] = str(error.name)
        return final


def compiled(steps: List[Job], at: List[str]) -> List[Step]:
    """Compiled before the candidate is loaded, so that it cannot have a hand in it."""
    found = []
    for step in steps:
        mode = "eval" if step["kind"] == "question" else "exec"
        at[0] = f"probe {step['probe']}"
        found.append((step["kind"], compile_named(step["source"], f"<{at[0]}>", mode), step["probe"]))
    return found


def take_steps(job: Job, ready: Prepared, function: str, report: int, at: List[str]) -> Optional[Job]:
    """In one frame from before the candidate to after the last step: that is what the witness goes by."""
    steps, setup = ready.steps or [], ready.setup or ""
    run, ask, vouch, say = exec, eval, sys.audit, functools.partial(tell, report)
    remember_line(job["source"], "<candidate>")
    program = compile_named(job["source"], "<candidate>")
    guarded = [code for kind, code, _ in steps if kind == "guarded"]
    if guarded:
        import_ahead(job["imports"])
        witness.summon(report, guarded, witness.relied_on(job["imports"]), sys._getframe())
    module = sys.modules[MODULE] = types.ModuleType(MODULE)
    run(program, module.__dict__)
    own = dict(module.__dict__)
    found = functions_of(module, job["entry"]) if job["any_function"] else []
    at[0] = "the setup"
    run(setup, module.__dict__)
    names = for_probes(module.__dict__, own)
    if steps and job["entry"]:
        tried = bound(module, function)
        if guarded:
            record = functools.partial(record_answer, report, [MOST_RECORDED_BYTES], os.getpid())
            tried = witness.watched(tried, _known[0], record)
        module.__dict__.setdefault("candidate", tried)
        names[job["entry"]] = names["candidate"] = tried
    if guarded:
        vouch("asmeant.names", names, ready.read)
    for kind, code, probe in steps:
        at[0] = f"probe {probe}"
        if kind == "question":
            say(ask(code, names))
        else:
            run(code, names)
            if kind == "guarded":
                vouch("asmeant.step")
    return {"ending": "finished", "functions": found} if found else None


def names_in(codes: List[types.CodeType]) -> Set[str]:
    """Every name that they read, here or in what they define."""
    found: Set[str] = set()
    waiting: List[Any] = list(codes)
    while waiting:
        code = waiting.pop()
        if isinstance(code, types.CodeType):
            found.update(code.co_names)
            waiting += code.co_consts
    return found


def import_ahead(modules: List[str]) -> None:
    """What probes import is what it was before the candidate."""
    for name in modules:
        with contextlib.suppress(Exception):
            importlib.import_module(name)


def for_probes(module: Job, own: Job) -> Job:
    """A copy of the program's names, so that names of probes never replace those which its functions use.

    Built-in functions are the real ones there, whatever the candidate calls by their names.
    """
    names = {
        name: value
        for name, value in module.items()
        if not (name in BUILTINS and name in own and own[name] is value)
    }
    return {**names, "__name__": MODULE, "__builtins__": PROBES_BUILTINS}


def record_answer(report: int, room: List[int], process: int, value: Any) -> None:
    """So that a check can be decided once more, by the answers alone."""
    # What several processes answer has no order in which it could be said again.
    text = values.text(value) if os.getpid() == process else ELSEWHERE
    if type(value) is Counter:  # it makes up what it lacks, which a plain dict does not
        text = values.tagged("counter", text)
    line = b"answer " + text.encode() + b"\n"
    if len(line) > room[0]:
        line, room[0] = b"answer too much\n" if room[0] else b"", 0
    room[0] -= min(len(line), room[0])
    os.write(report, line)


def tell(report: int, value: Any) -> None:
    line = b"value " + values.text(value).encode() + b"\n"
    while line:
        line = line[os.write(report, line) :]


def compile_named(source: str, name: str, mode: str = "exec") -> types.CodeType:
    code: types.CodeType = compile(source, name, mode, dont_inherit=True)
    return code
