"""A program, a check, a function -> a Trial.

asked     the candidate's process answers questions, and the answers are decided here (deciding.py)
probed    a probe process runs the probes and asks the candidate's process (probed.py)
beside    the probes run in the candidate's own process: only where a task's reference cannot do without

Here is what one process does.
"""

from __future__ import annotations

import marshal
import os
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from asmeant.causes import ENDLESS, of_report
from asmeant.execution.asking import Questions, assigned_names, visible_names
from asmeant.execution.channels import Ends, ends, write_message
from asmeant.execution.deciding import Decision, decide
from asmeant.execution.last_words import VALUE, is_forged, last_word
from asmeant.execution.zygotes import GoneError, Zygote, order, send
from asmeant.languages.loops import provable_loops
from asmeant.records import Cause, Check, Decided, Ending, Limits, Program

# A zygote keeps every limit itself, by the time that a program works or waits. Past this it is given up.
PATIENCE, PATIENCE_SECONDS = 100, 60.0
FIRST_LOOK_SECONDS = 0.02
MOST_REPORT_BYTES = 2 << 20
MOST_TEXT = 10_000  # of a reason
Way = Literal["asked", "probed", "beside"]
FORGED = "it made up messages of the harness"


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of a probe and its answer, word for word, and the number of the probe."""

    probe: int
    question: bytes
    answer: bytes


@dataclass(frozen=True, slots=True)
class Conversation:
    """What was asked and answered when all probes of a check held."""

    turns: tuple[Turn, ...]
    probes: int


@dataclass(frozen=True, slots=True)
class Trial:
    """One check with one function: what was seen, and how it was decided."""

    ending: Ending
    probes_passed: int = 0
    reason: str = ""
    function: str = ""
    decided: Decided = "outside"
    way: Way = "asked"
    needs_probes: bool = False  # an answer could not be decided by plain data
    refused: bool = False  # an operation on a remote object was refused, or an object could not cross
    unaskable: bool = False  # what a probe would send first cannot cross, whatever the candidate is
    operations: tuple[str, ...] = ()
    missing_module: str = ""
    conversation: Conversation | None = None
    functions: tuple[str, ...] = ()
    stdout: str = ""
    stderr: str = ""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    waited_seconds: float | None = None
    cause: Cause | None = None

    @property
    def held(self) -> bool:
        return self.ending == "finished"


def run_asked(
    zygote: Zygote, program: Program, function: str, limits: Limits, asked: Questions, setup: str
) -> Trial:
    """The candidate answers questions; what it answers is decided here."""
    job = candidate_job(zygote, program, function, limits, "steps", setup=setup, steps=asked.steps)
    job["loops"] = loops_of(zygote, program, setup)
    report = _run(zygote, job, limits, lambda frames: bool(decide(asked, answers_in(frames)).fault))
    decision = decide(asked, report.answers)
    if report.overflowed:
        decision = replace(decision, needs_probes=True)
    return _decided(report, decision, asked.probe_of(len(report.answers)), "outside", function)


def run_beside(
    zygote: Zygote, program: Program, check: Check, function: str, limits: Limits, steps: str
) -> Trial:
    """Setup and probes run where the candidate runs, which can reach all of it."""
    job = candidate_job(zygote, program, function, limits, "steps", setup=program.scaffold.setup, steps=steps)
    report = _run(zygote, job, limits)
    passed = min(len(report.answers), len(check.probes))
    fault = None if report.trial.held and passed == len(check.probes) else ""
    probe = min(passed + 1, len(check.probes))
    trial = _decided(report, Decision(passed, fault), probe, "beside", function)
    return replace(trial, way="beside")


def list_functions(zygote: Zygote, program: Program, limits: Limits) -> Trial:
    """Loads the program and says which functions it defines."""
    report = _run(zygote, candidate_job(zygote, program, "", limits, "list"), limits)
    return replace(report.trial, stdout=report.stdout, stderr=report.stderr)


def candidate_job(
    zygote: Zygote,
    program: Program,
    function: str,
    limits: Limits,
    work: Literal["list", "steps", "serve"],
    setup: str = "",
    steps: str = "",
) -> dict[str, Any]:
    """What a candidate's process is told."""
    return {
        "work": work,
        "source": program.source,
        "setup": setup,
        "setup_code": compiled(setup, "<setup>") if zygote.same_python and setup else b"",
        "steps": steps,
        "steps_code": compiled(steps, "<probe>") if zygote.same_python and steps else b"",
        "entry": program.scaffold.entry,
        "function": function,
        "files": dict(program.scaffold.files),
        "assigned": assigned_names(program.source) if work == "list" else [],
        "visible": sorted(visible_names(program.reference)) if work == "steps" else [],
        "loops": (),
        "memory_mb": limits.memory_mb,
    }


def loops_of(zygote: Zygote, program: Program, setup: str) -> list[tuple[object, ...]]:
    """The loops that its process is to follow. Another Python may read the program differently."""
    loops = provable_loops(program.source, setup) if zygote.same_python else ()
    return [(*loop[:-1], [tuple(counter) for counter in loop.counters]) for loop in loops]


# The candidates of a task come one after the other, and these are the same for all of them.
@lru_cache(maxsize=1024)
def compiled(source: str, name: str) -> bytes:
    """What Python makes of a source; empty where it makes nothing of it, as its process will say."""
    try:
        return marshal.dumps(compile(source, name, "exec", dont_inherit=True))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return b""


# ── one process ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Report:
    """What a candidate's process said."""

    trial: Trial
    answers: list[bytes]
    overflowed: bool
    stdout: str
    stderr: str
    at: str = ""


def _run(
    zygote: Zygote,
    job: dict[str, Any],
    limits: Limits,
    is_wrong: Callable[[list[bytes]], bool] = lambda _: False,
) -> _Report:
    """Runs a process to its end, or until what it has said `is_wrong`."""
    with ends() as made:
        channel, theirs = made.channel(MOST_REPORT_BYTES)
        out, out_end = made.pipe(limits.output_bytes)
        err, err_end = made.pipe(limits.output_bytes)
        deadline = start(zygote.control, made, limits, [theirs, out_end, err_end])
        write_message(channel.end, order(job))
        answer = answer_of(zygote, made, deadline, lambda: is_wrong(channel.frames))
        made.drain()
    frames = channel.frames
    final = last_word(frames[-1]) if frames else {}
    trial = ended(answer, final, limits)
    others = frames[: -1 if final else None]
    if any(map(is_forged, others)):
        trial = replace(trial, ending="tampered", reason=FORGED)
    at = str(final.get("at", ""))
    return _Report(trial, answers_in(frames), channel.overflowed, out.text, err.text, at)


def answers_in(frames: list[bytes]) -> list[bytes]:
    return [frame[len(VALUE) : -1] for frame in frames if frame.startswith(VALUE)]


def start(control: Any, made: Ends, limits: Limits, files: list[int], turns: bool = False) -> float:
    """Begins a trial: the deadline by which its zygote has answered, however busy the machine is."""
    try:
        send(control, _header(limits, turns), files)
    except (BrokenPipeError, ConnectionResetError):
        raise GoneError(-signal.SIGKILL) from None
    made.give_away(*files)
    return time.monotonic() + PATIENCE * limits.seconds + PATIENCE_SECONDS


@lru_cache(maxsize=64)
def _header(limits: Limits, turns: bool) -> bytes:
    return order(
        {
            "seconds": limits.seconds,
            "memory_mb": limits.memory_mb,
            "disk_mb": limits.disk_mb,
            "turns": turns,
        }
    )


def answer_of(
    zygote: Zygote, made: Ends, deadline: float, is_decided: Callable[[], bool] = lambda: False
) -> dict[str, Any]:
    """How a trial ended. It is ended once `is_decided`, which is asked ever less often."""
    look_seconds = FIRST_LOOK_SECONDS
    while not made.listen([zygote.control], min(deadline, time.monotonic() + look_seconds)):
        if time.monotonic() >= deadline:
            raise GoneError(-signal.SIGKILL)
        made.take_in()
        if is_decided():
            zygote.end_trial()
        look_seconds *= 2
    try:
        return zygote.reply(zygote.control, deadline)
    except (EOFError, ConnectionResetError):
        raise GoneError(-signal.SIGKILL) from None


def ended(answer: Mapping[str, Any], final: Mapping[str, Any], limits: Limits) -> Trial:
    """How a process ended, by what its zygote saw and, where that says nothing, by its own last word."""
    spent = {name: answer[name] for name in ("seconds", "cpu_seconds", "waited_seconds")}
    if answer["fault"]:
        ending, reason = answer["fault"]
        return Trial(ending, reason=reason, **spent)
    if final:
        reason = printable(final.get("reason", ""))
        at = str(final.get("at", ""))
        if final["ending"] == "out of memory" and at:
            reason = f"{at} {reason}"
        return Trial(
            final["ending"],
            reason=reason,
            missing_module=str(final.get("lacks", "")),
            functions=tuple(printable(name) for name in final.get("functions", [])),
            cause=ENDLESS if final["ending"] == "timed out" else of_report(final),
            **spent,
        )
    status = answer["status"]
    if not os.WIFSIGNALED(status):
        code = os.WEXITSTATUS(status)
        reason = f"the program ended itself (exit status {code}) before its probes were done"
        return Trial("failed", reason=reason, cause=Cause("ended itself"), **spent)
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        reason = f"used more than {limits.seconds:g} s of CPU time"
        return Trial("timed out", reason=reason, **spent)
    return Trial("killed", reason=f"ended by {signal.Signals(number).name}", **spent)


def _decided(report: _Report, decision: Decision, probe: int, decided: Decided, function: str) -> Trial:
    trial = replace(
        report.trial,
        probes_passed=decision.probes_passed,
        needs_probes=decision.needs_probes,
        decided=decided,
        function=function,
        stdout=report.stdout,
        stderr=report.stderr,
    )
    if decision.fault and trial.ending != "tampered":
        # The first wrong answer counts, whatever happened after it.
        reason, cause = decision.fault, decision.cause
        return replace(trial, ending="failed", reason=reason, missing_module="", cause=cause)
    if not trial.held:
        at = f"probe {probe}" if report.at == "probe" else report.at
        prefix = f"{at}: " if at and trial.ending == "failed" else ""
        return replace(trial, reason=prefix + trial.reason.replace("probe needed", f"{at} needed", 1))
    if decision.fault is not None:
        return replace(trial, ending="failed", reason="the answers break off", cause=Cause("ended itself"))
    return trial


def printable(text: str) -> str:
    """What a program says may hold half a letter, which cannot be written down."""
    return text[:MOST_TEXT].encode("utf-8", "replace").decode()
