"""One check of one program -> its report: load the code, take the steps, say what came of each.

A report is one line per step: `value JSON` for a question whose answer is judged elsewhere, `clean N MARK`
where a witness vouches for a step, and last `{"ending": ...}`.
"""

from __future__ import annotations

import contextlib
import functools
import json
import linecache
import os
import resource
import sys
import tempfile
import traceback
import types
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import isolation, values, witness

Job = Dict[str, Any]
MODULE = "candidate_module"
_relied_on: List[Any] = []


def remember() -> None:
    """Before any candidate: what probes rely on."""
    _relied_on[:] = witness.relied_on()


def live(job: Job, check: Optional[int], function: str, box: str, ends: List[int]) -> None:
    report = ends[0]
    try:
        confine(job, box, ends)
        final = attempt(job, check, function, report)
    except BaseException as error:
        final = {"ending": "not run", "reason": f"the sandbox broke: {describe(error)}"}
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):
            stream.flush()
    os.write(report, json.dumps(final).encode() + b"\n")
    # Not sys.exit: what the candidate left to run at exit must not run.
    os._exit(0)


def confine(job: Job, box: str, ends: List[int]) -> None:
    os.setsid()
    work = os.path.join(box, "work")
    os.chdir(work)
    for path, text in job["files"].items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    os.environ.update(HOME=work, TMPDIR=os.path.join(box, "tmp"))
    tempfile.tempdir = None
    os.dup2(ends[1], 1)
    os.dup2(ends[2], 2)
    os.close(ends[1])
    os.close(ends[2])
    cpu = max(1, int(-(-job["seconds"] // 1)))
    # A second between the two lets the first signal tell itself from any other death.
    limit(resource.RLIMIT_CPU, cpu, cpu + 1)
    limit(resource.RLIMIT_AS, job["memory_mb"] << 20)
    limit(resource.RLIMIT_FSIZE, job["disk_mb"] << 20)
    if job["isolated"]:
        isolation.libc.prctl(isolation.PR_SET_DUMPABLE, 1, 0, 0, 0)  # it may look at itself


def limit(what: int, soft: int, hard: Optional[int] = None) -> None:
    ceiling = resource.getrlimit(what)[1]
    wanted = (soft, soft if hard is None else hard)
    low, high = (value if ceiling == resource.RLIM_INFINITY else min(value, ceiling) for value in wanted)
    with contextlib.suppress(ValueError, OSError):  # not every system limits everything
        resource.setrlimit(what, (low, high))


def attempt(job: Job, check: Optional[int], function: str, report: int) -> Job:
    """Loads the program and takes the steps of one check; without a check, only says what was loaded."""
    at: List[str] = ["the code"]
    module = types.ModuleType(MODULE)
    sys.modules[MODULE] = module
    try:
        steps = compiled(job["checks"][check]["steps"] if check is not None else [])
        program = compile_named(job["source"], "<candidate>")
        codes = [code for kind, code, _ in steps if kind == "guarded"]
        if codes:
            witness.summon(report, codes, take_steps.__code__, _relied_on)
        exec(program, module.__dict__)
        found = functions_of(module, job["entry"]) if job["any_function"] else []
        at[0] = "the setup"
        exec(compile_named(job["setup"], "<setup>"), module.__dict__)
        if check is None:
            return {"ending": "finished", "functions": found}
        # Probes get a copy, so that their names never replace those which the candidate's functions use.
        names = dict(module.__dict__)
        if job["entry"]:
            tried = bound(module, function)
            names[job["entry"]] = names["candidate"] = witness.watched(tried) if codes else tried
        take_steps(steps, names, at, functools.partial(tell, report))
        return {"ending": "finished"}
    except MemoryError:
        return {"ending": "out of memory", "reason": f"{at[0]} needed more than {job['memory_mb']} MB"}
    except BaseException as error:
        show(error)
        ending = "not run" if lacks_library(error, at[0]) else "failed"
        return {"ending": ending, "reason": f"{at[0]}: {describe(error)}"}


Step = Tuple[str, types.CodeType, int]


def compiled(steps: List[Job]) -> List[Step]:
    """Compiled before the candidate is loaded, so that it cannot have a hand in it."""
    found = []
    for step in steps:
        mode = "eval" if step["kind"] == "question" else "exec"
        found.append(
            (step["kind"], compile_named(step["source"], f"<probe {step['probe']}>", mode), step["probe"])
        )
    return found


def take_steps(steps: List[Step], names: Job, at: List[str], tell: Callable[[Any], None]) -> None:
    run, ask, vouch = exec, eval, sys.audit
    for kind, code, probe in steps:
        at[0] = f"probe {probe}"
        if kind == "question":
            tell(ask(code, names))
        else:
            run(code, names)
            if kind == "guarded":
                vouch("asmeant.step")


def tell(report: int, value: Any) -> None:
    line = b"value " + json.dumps(values.plain(value)).encode() + b"\n"
    while line:
        line = line[os.write(report, line) :]


def compile_named(source: str, name: str, mode: str = "exec") -> types.CodeType:
    # So that a traceback can show the line.
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    code: types.CodeType = compile(source, name, mode, dont_inherit=True)
    return code


def functions_of(module: types.ModuleType, entry: str) -> List[str]:
    """What may be tried under the tested name: the function of that name, then the others, last one first."""
    mine = [name for name, value in vars(module).items() if callable(value) and is_mine(value)]
    mine.reverse()
    found: List[str] = []
    for name in sorted(mine, key=lambda name: name != entry):
        value = vars(module)[name]
        if isinstance(value, type):
            methods = [key for key, item in vars(value).items() if callable(item) and not key.startswith("_")]
            found += [f"{name}.{method}" for method in methods]
        else:
            found.append(name)
    return found


def is_mine(value: object) -> bool:
    return isinstance(value, functools.partial) or getattr(value, "__module__", None) == MODULE


def bound(module: types.ModuleType, function: str) -> Any:
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
    """The traceback, less the frames that are ours."""
    frame = error.__traceback__
    while frame is not None and not frame.tb_frame.f_code.co_filename.startswith("<"):
        frame = frame.tb_next
    with contextlib.suppress(BaseException):
        traceback.print_exception(type(error), error, frame, limit=-6)


def describe(error: BaseException) -> str:
    try:
        text = str(error)
    except BaseException:
        text = "(an error that cannot be printed)"
    if isinstance(error, AssertionError) and not text:
        lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.line]
        text = lines[-1] if lines else ""
    return f"{type(error).__name__}: {' '.join(text.split())[:300]}"
