"""Two processes for a trial: one runs the candidate, the other the probes, and decides (guest/probing.py).

What was asked and answered when a check held is kept. Where its questions do not depend on answers, other
candidates are asked the same, all at once and without a probe process: whoever gives the same answers, word
for word, is decided alike.
"""

from __future__ import annotations

import json
import marshal
import os
import secrets
import signal
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from asmeant.causes import of_report
from asmeant.execution.asking import visible_names
from asmeant.execution.channels import Ends, Stream, ends, write_message
from asmeant.execution.foreseeing import asks_at_once
from asmeant.execution.guest.rewriting import rewritten
from asmeant.execution.last_words import last_word
from asmeant.execution.trials import (
    FORGED,
    Conversation,
    Trial,
    Turn,
    answer_of,
    candidate_job,
    ended,
    loops_of,
    printable,
    start,
)  # fmt: skip
from asmeant.execution.zygotes import GoneError, Zygote, order
from asmeant.languages.python import PARSING
from asmeant.records import Cause, Check, Decided, Limits, Program

# So long a candidate's process has to end by itself when its probes are done.
GRACE_SECONDS = 2.0
MOST_PROBED_BYTES = 1 << 20
FAILURES = ("failed", "out of memory")
UNFINISHED = ("timed out", "out of memory", "killed")


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
    record = asks_at_once(check.probes, program.scaffold.entry, program.scaffold.setup, program.preamble)
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
        "record": record,
        "codes": _codes(program.preamble, program.scaffold.setup, check.probes) if zygote.same_python else {},
    }
    with ends() as made:
        out, out_end = made.pipe(limits.output_bytes)
        err, err_end = made.pipe(limits.output_bytes)
        theirs, probes_end = made.pair()
        turn = made.file()
        deadline = start(zygote.control, made, limits, [theirs, out_end, err_end, os.dup(turn)], turns=True)
        write_message(probes_end, order(candidate))
        report, report_end = made.channel(MOST_PROBED_BYTES)
        spoken, spoken_end = made.pipe(limits.output_bytes)
        noted, noted_end = made.pipe(limits.output_bytes)
        start(zygote.probes, made, limits, [report_end, spoken_end, noted_end, probes_end, turn], turns=True)
        write_message(report.end, order(probing))
        probes_answer, answer = _both_answers(zygote, made, deadline)
        made.drain()
    final = _report(report, token)
    trial = _judged(final, answer, probes_answer, len(check.probes), limits)
    printed = spoken.text or noted.text
    if trial.held and not (trial.operations or trial.refused or trial.decided == "beside" or printed):
        turns = final.get("conversation")
        conversation = _conversation(turns, trial.probes_passed) if turns else None
        trial = replace(trial, conversation=conversation)
    return replace(trial, stdout=out.text + spoken.text, stderr=err.text + noted.text)


@lru_cache(maxsize=1024)
def _codes(preamble: str, setup: str, probes: tuple[str, ...]) -> dict[str, bytes]:
    """What a probe process runs, by the names that tracebacks show. It reads itself what is no Python."""
    sources = {"<preamble>": preamble, "<setup>": setup}
    sources |= {f"<probe {number}>": probe for number, probe in enumerate(probes, 1)}
    codes = {}
    for name, source in sources.items():
        with PARSING, suppress(SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
            codes[name] = marshal.dumps(rewritten(source, name))
    return codes


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
    zygote.end_trial()
    return {**answer_of(zygote, made, deadline), "ended_by_us": True}


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
        "cpu_seconds": max(answer["cpu_seconds"], probes_answer["cpu_seconds"]),
        "waited_seconds": max(answer["waited_seconds"], probes_answer["waited_seconds"]),
        "missing_module": final.get("lacks", ""),
    }
    ending = final.get("ending")
    if final.get("forged"):
        return Trial("tampered", reason=FORGED, **known)
    if ending == "finished" and final["passed"] == probes:
        return Trial("finished", **known)
    if ending in FAILURES:
        at, reason = final.get("at", ""), printable(final.get("reason", ""))
        joined = f"{at}: {reason}" if ending == "failed" else f"{at} {reason}"
        return Trial(ending, reason=joined, cause=of_report(final), **known)
    if final and answer.get("ended_by_us"):
        reason = "the code broke off its talk with the probes"
        return Trial("failed", reason=reason, cause=Cause("ended itself"), **known)
    if final:  # the candidate's process was gone before the probes were done
        return replace(ended(answer, {}, limits), **known)
    if probes_answer["fault"]:
        ending, reason = probes_answer["fault"]
        return Trial(ending, reason=f"the probes, on what the code answered: {reason}", **known)
    gone = ended(answer, {}, limits)
    if gone.ending in ("timed out", "out of memory", "killed"):
        return replace(gone, **known)
    return Trial("failed", reason="the probes ended early on what the code answered", **known)


# ── the same conversation again ────────────────────────────────────────────────────────────────────


def _conversation(turns: list[list[Any]], probes: int) -> Conversation:
    held = tuple(Turn(probe, question.encode(), answer.encode()) for probe, question, answer in turns)
    return Conversation(held, probes)


def run_again(
    zygote: Zygote,
    program: Program,
    function: str,
    limits: Limits,
    shared_setup: str,
    conversation: Conversation,
) -> Trial | None:
    """Asks what was asked when the check held. None where the answers are others: probes must decide."""
    job = candidate_job(zygote, program, function, limits, "serve", setup=shared_setup)
    job["chance"] = False
    job["loops"] = loops_of(zygote, program, shared_setup)
    with ends() as made:
        channel, theirs = made.channel(MOST_PROBED_BYTES)
        out, out_end = made.pipe(limits.output_bytes)
        err, err_end = made.pipe(limits.output_bytes)
        deadline = start(zygote.control, made, limits, [theirs, out_end, err_end])
        questions = [turn.question for turn in conversation.turns]
        write_message(channel.end, order(job), *questions)
        _say_no_more(channel.end)
        answer = answer_of(zygote, made, deadline)
        made.drain()
    frames = channel.frames or [b""]
    final = last_word(frames[-1])
    if final.get("ending") == "timed out":  # answers that it had not sent are lost
        trial: Trial | None = replace(ended(answer, final, limits), way="probed")
    else:
        trial = _decided_alike(conversation, last_word(frames[0]), frames[1:], answer, limits)
    if trial is None:
        return None
    times = {name: answer[name] for name in ("cpu_seconds", "waited_seconds")}
    return replace(trial, stdout=out.text, stderr=err.text, **times)


def _decided_alike(
    conversation: Conversation,
    first: Mapping[str, Any],
    answers: list[bytes],
    answer: Mapping[str, Any],
    limits: Limits,
) -> Trial | None:
    if first.get("ending") in FAILURES:  # before there was anything to ask
        at = "probe 1" if first.get("at") == "probe" else first.get("at", "")
        return _judged({**first, "at": at}, answer, answer, -1, limits)
    outcome = ended(answer, {}, limits)
    if outcome.ending in UNFINISHED:
        return replace(outcome, way="probed")
    if [turn.answer for turn in conversation.turns] != answers[: len(conversation.turns)]:
        return None
    return Trial("finished", conversation.probes, way="probed", seconds=answer["seconds"])


def _say_no_more(end: int) -> None:
    with socket.socket(fileno=os.dup(end)) as plug:
        try:
            plug.shutdown(socket.SHUT_WR)
        except OSError:  # it has ended already
            return
