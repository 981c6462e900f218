"""A program, a check, a function -> a Trial: one process runs it, and, where need be, another one decides.

asked     the candidate's process answers questions, and the answers are decided here (deciding.py)
probed    a probe process runs the probes and asks the candidate's process (guest/probing.py)
beside    the probes run in the candidate's own process: only where a task's reference cannot do without
"""

from __future__ import annotations

import json
import marshal
import os
import secrets
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from asmeant.execution.asking import Questions, assigned_names, visible_names
from asmeant.execution.channels import Ends, Stream, ends, write_message
from asmeant.execution.deciding import Decision, decide
from asmeant.execution.zygotes import GoneError, Zygote, send
from asmeant.records import Check, Decided, Ending, Limits, Program

# A zygote keeps every limit itself, by the time that a program works or waits. Past this it is given up.
PATIENCE, PATIENCE_SECONDS = 100, 60.0
# So long a candidate's process has to end by itself when its probes are done.
GRACE_SECONDS = 2.0
MOST_REPORT_BYTES = 2 << 20
MOST_PROBED_BYTES = 1 << 20
MOST_TEXT = 10_000  # of a reason
Way = Literal["asked", "probed", "beside"]
CLAIMS = ("finished", "failed", "out of memory")
VALUE = b'{"value": '
FORGED = "it made up messages of the harness"


@dataclass(frozen=True, slots=True)
class Trial:
    """One check with one function: what was seen, and how it was decided."""

    ending: Ending
    probes_passed: int = 0
    reason: str = ""
    function: str = ""
    decided: Decided = "outside"
    way: Way = "asked"
    strange: bool = False  # an answer could not be decided by plain data
    refused: bool = False  # an operation on a remote object was refused, or an object could not cross
    unaskable: bool = False  # what a probe would send first cannot cross, whatever the candidate is
    operations: tuple[str, ...] = ()
    lacks: str = ""
    functions: tuple[str, ...] = ()
    stdout: str = ""
    stderr: str = ""
    seconds: float = 0.0

    @property
    def held(self) -> bool:
        return self.ending == "finished"


def run_asked(
    zygote: Zygote, program: Program, function: str, limits: Limits, asked: Questions, setup: str
) -> Trial:
    """The candidate answers questions; what it answers is decided here."""
    job = candidate_job(zygote, program, function, limits, "steps", setup=setup, steps=asked.steps)
    told = _run(zygote, job, limits)
    decision = decide(asked, told.answers)
    if told.overflowed:
        decision = replace(decision, strange=True)
    return _decided(told, decision, asked.probe_of(len(told.answers)), "outside")


def run_beside(
    zygote: Zygote, program: Program, check: Check, function: str, limits: Limits, steps: str
) -> Trial:
    """Setup and probes run where the candidate runs, which can reach all of it."""
    job = candidate_job(zygote, program, function, limits, "steps", setup=program.scaffold.setup, steps=steps)
    told = _run(zygote, job, limits)
    passed = min(len(told.answers), len(check.probes))
    fault = None if told.trial.held and passed == len(check.probes) else ""
    trial = _decided(told, Decision(passed, fault), min(passed + 1, len(check.probes)), "beside")
    return replace(trial, way="beside")


def list_functions(zygote: Zygote, program: Program, limits: Limits) -> Trial:
    """Loads the program and says which functions it defines."""
    told = _run(zygote, candidate_job(zygote, program, "", limits, "list"), limits)
    return told.trial


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
        "memory_mb": limits.memory_mb,
    }


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
class _Told:
    """What a candidate's process said."""

    trial: Trial
    answers: list[bytes]
    overflowed: bool
    at: str = ""


def _run(zygote: Zygote, job: dict[str, Any], limits: Limits) -> _Told:
    with ends() as made:
        channel, theirs = made.channel(MOST_REPORT_BYTES)
        out, out_end = made.pipe(limits.output_bytes)
        err, err_end = made.pipe(limits.output_bytes)
        deadline = _start(zygote.control, made, limits, [theirs, out_end, err_end])
        write_message(channel.end, _encoded(job))
        answer = _answer(zygote, made, deadline)
        made.drain()
        final, at, answers = _said(channel.frames)
        ended = _ended(answer, final, limits)
        if any(map(_is_forged, channel.frames)):
            ended = replace(ended, ending="tampered", reason=FORGED)
        trial = replace(ended, stdout=out.text, stderr=err.text)
        return _Told(trial, answers, channel.overflowed, at)


def _start(control: Any, made: Ends, limits: Limits, files: list[int], turns: bool = False) -> float:
    """Begins a trial: the deadline by which its zygote has answered, however busy the machine is."""
    header = {
        "seconds": limits.seconds,
        "memory_mb": limits.memory_mb,
        "disk_mb": limits.disk_mb,
        "turns": turns,
    }
    try:
        send(control, header, files)
    except (BrokenPipeError, ConnectionResetError):
        raise GoneError(-signal.SIGKILL) from None
    made.give_away(*files)
    return time.monotonic() + PATIENCE * limits.seconds + PATIENCE_SECONDS


def _answer(zygote: Zygote, made: Ends, deadline: float) -> dict[str, Any]:
    if not made.listen([zygote.control], deadline):
        raise GoneError(-signal.SIGKILL)
    try:
        return zygote.reply(zygote.control, deadline)
    except (EOFError, ConnectionResetError):
        raise GoneError(-signal.SIGKILL) from None


def _said(frames: list[bytes]) -> tuple[dict[str, Any], str, list[bytes]]:
    """The last word of a candidate's process, where it was, and its answers before that."""
    answers = [frame[len(VALUE) : -1] for frame in frames if frame.startswith(VALUE)]
    final = _final(frames[-1]) if frames else {}
    return final, str(final.get("at", "")), answers


def _is_forged(frame: bytes) -> bool:
    """Whether somebody made a message up. What is no message may be the words of two processes at once."""
    if frame.startswith(VALUE) or _final(frame):
        return False
    try:
        json.loads(frame)
    except (ValueError, RecursionError):
        return False
    return True


def _final(frame: bytes) -> dict[str, Any]:
    """What a process says of its end, as far as it can be believed: it has no say in what was not run."""
    try:
        final = json.loads(frame)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(final, dict) or final.get("ending") not in CLAIMS:
        return {}
    functions = final.get("functions", [])
    texts = [final.get(key, "") for key in ("reason", "at", "lacks")]
    listed = functions if isinstance(functions, list) else [None]
    return final if all(isinstance(text, str) for text in [*texts, *listed]) else {}


def _ended(answer: Mapping[str, Any], final: Mapping[str, Any], limits: Limits) -> Trial:
    """How a process ended, by what its zygote saw and, where that says nothing, by its own last word."""
    seconds = answer["seconds"]
    if answer["fault"]:
        ending, reason = answer["fault"]
        return Trial(ending, reason=reason, seconds=seconds)
    if final:
        reason = printable(final.get("reason", ""))
        at = str(final.get("at", ""))
        if final["ending"] == "out of memory" and at:
            reason = f"{at} {reason}"
        return Trial(
            final["ending"],
            reason=reason,
            lacks=str(final.get("lacks", "")),
            functions=tuple(printable(name) for name in final.get("functions", [])),
            seconds=seconds,
        )
    status = answer["status"]
    if not os.WIFSIGNALED(status):
        code = os.WEXITSTATUS(status)
        reason = f"the program ended itself (exit status {code}) before its probes were done"
        return Trial("failed", reason=reason, seconds=seconds)
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        reason = f"used more than {limits.seconds:g} s of CPU time"
        return Trial("timed out", reason=reason, seconds=seconds)
    return Trial("killed", reason=f"ended by {signal.Signals(number).name}", seconds=seconds)


def _decided(told: _Told, decision: Decision, probe: int, decided: Decided) -> Trial:
    trial = replace(
        told.trial, probes_passed=decision.probes_passed, strange=decision.strange, decided=decided
    )
    if not told.trial.held:
        if decision.fault and trial.ending == "failed":
            # A wrong answer came before whatever ended it.
            return replace(trial, reason=decision.fault, lacks="")
        at = f"probe {probe}" if told.at == "probe" else told.at
        prefix = f"{at}: " if at and trial.ending == "failed" else ""
        return replace(trial, reason=prefix + trial.reason.replace("probe needed", f"{at} needed", 1))
    if decision.fault is not None:
        return replace(trial, ending="failed", reason=decision.fault or "the answers break off")
    return trial


def _encoded(job: dict[str, Any]) -> bytes:
    return marshal.dumps(job, 2)  # the second version is the same in every Python


def printable(text: str) -> str:
    """What a program says may hold half a letter, which cannot be written down."""
    return text[:MOST_TEXT].encode("utf-8", "replace").decode()


# ── two processes ──────────────────────────────────────────────────────────────────────────────────


def run_probed(
    zygote: Zygote,
    program: Program,
    check: Check,
    function: str,
    limits: Limits,
    shared_setup: str,
    permissions: tuple[str, ...] | None,
) -> Trial:
    """A probe process runs the probes and asks the candidate's process. Permissions None: it learns them."""
    chance = any("random" in text for text in (program.scaffold.setup, *check.probes))
    token = secrets.token_hex(16)
    candidate = candidate_job(zygote, program, function, limits, "serve", setup=shared_setup)
    candidate["chance"] = chance
    probing = {
        "token": token,
        "preamble": program.preamble,
        "setup": program.scaffold.setup,
        "probes": check.probes,
        "entry": program.scaffold.entry,
        "visible": sorted(visible_names(program.reference)),
        "permissions": permissions,
        "chance": chance,
    }
    with ends() as made:
        out, out_end = made.pipe(limits.output_bytes)
        err, err_end = made.pipe(limits.output_bytes)
        theirs, probes_end = made.pair()
        turn = made.file()
        deadline = _start(zygote.control, made, limits, [theirs, out_end, err_end, os.dup(turn)], turns=True)
        write_message(probes_end, _encoded(candidate))
        report, report_end = made.channel(MOST_PROBED_BYTES)
        spoken, spoken_end = made.pipe(limits.output_bytes)
        noted, noted_end = made.pipe(limits.output_bytes)
        _start(zygote.probes, made, limits, [report_end, spoken_end, noted_end, probes_end, turn], turns=True)
        write_message(report.end, _encoded(probing))
        probes_answer, answer = _both_answers(zygote, made, deadline)
        made.drain()
    trial = _judged(_report(report, token), answer, probes_answer, len(check.probes), limits)
    return replace(trial, stdout=out.text + spoken.text, stderr=err.text + noted.text)


def _both_answers(zygote: Zygote, made: Ends, deadline: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """How the probe process ended, and then the candidate's, which is ended with it."""
    answers: dict[Any, dict[str, Any]] = {}
    waiting = [zygote.probes, zygote.control]
    try:
        while zygote.probes not in answers:
            ready = made.listen([control for control in waiting if control not in answers], deadline)
            if not ready:
                raise GoneError(-signal.SIGKILL)
            for control in ready:
                answers[control] = zygote.reply(control, deadline)
        if zygote.control not in answers:
            answers[zygote.control] = _last_answer(zygote, made, deadline)
    except (EOFError, ConnectionResetError, BrokenPipeError):
        raise GoneError(-signal.SIGKILL) from None
    return answers[zygote.probes], answers[zygote.control]


def _last_answer(zygote: Zygote, made: Ends, deadline: float) -> dict[str, Any]:
    """Without its probes a candidate's process ends by itself, with its last output; or it is ended."""
    if made.listen([zygote.control], min(deadline, time.monotonic() + GRACE_SECONDS)):
        return zygote.reply(zygote.control, deadline)
    send(zygote.control, {"end": True})
    return {**_answer(zygote, made, deadline), "ended_by_us": True}


def _report(report: Stream, token: str) -> dict[str, Any]:
    for frame in report.frames:
        try:
            final = json.loads(frame)
        except (ValueError, RecursionError):
            continue
        if isinstance(final, dict) and final.get("token") == token:
            return final
    return {}


def _judged(
    final: Mapping[str, Any],
    answer: Mapping[str, Any],
    probes_answer: Mapping[str, Any],
    probes: int,
    limits: Limits,
) -> Trial:
    decided: Decided = "beside" if final.get("claims") else "outside"
    known = {
        "probes_passed": final.get("passed", 0),
        "decided": decided,
        "way": "probed",
        "refused": bool(final.get("refused") or final.get("crossed")),
        "unaskable": bool(final.get("unaskable")),
        "operations": tuple(final.get("operations", ())),
        "seconds": answer["seconds"],
        "lacks": final.get("lacks", ""),
    }
    ending = final.get("ending")
    if final.get("forged"):
        return Trial("tampered", reason=FORGED, **known)
    if ending == "finished" and final["passed"] == probes:
        return Trial("finished", **known)
    if ending in ("failed", "out of memory"):
        at, reason = final.get("at", ""), printable(final.get("reason", ""))
        joined = f"{at}: {reason}" if ending == "failed" else f"{at} {reason}"
        return Trial(ending, reason=joined, **known)
    if final and answer.get("ended_by_us"):
        return Trial("failed", reason="the code broke off its talk with the probes", **known)
    if final:  # the candidate's process was gone before the probes were done
        return replace(_ended(answer, {}, limits), **known)
    if probes_answer["fault"]:
        ending, reason = probes_answer["fault"]
        return Trial(ending, reason=f"the probes, on what the code answered: {reason}", **known)
    gone = _ended(answer, {}, limits)
    if gone.ending in ("timed out", "out of memory", "killed"):
        return replace(gone, **known)
    return Trial("failed", reason="the probes ended early on what the code answered", **known)
