"""How a trial ended -> Cause. Pure.

A cause is set where it is known, when a candidate is run. Runs that were written before observations had a
cause are still read: `cause_of` is the one place that reads a cause from the words of a reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from asmeant.records import Cause, CauseKind, Ending, Observation, RaisedBy, Stage

SYNTAX_ERRORS = ("SyntaxError", "IndentationError", "TabError")
# The kinds of exceptions that have a word of their own.
EXCEPTIONS: Mapping[str, CauseKind] = {
    **dict.fromkeys(SYNTAX_ERRORS, "syntax error"),
    "ModuleNotFoundError": "missing library",
    "NameError": "missing name",
    "UnboundLocalError": "missing name",
    "SystemExit": "ended itself",
}
ENDINGS: Mapping[Ending, CauseKind] = {
    "failed": "other",
    "timed out": "timed out",
    "out of memory": "out of memory",
    "killed": "killed",
    "tampered": "tampered",
    "not run": "not run",
}
# Of a program with a loop that was shown never to end: that depends neither on chance nor on the machine.
ENDLESS = Cause("timed out", message="endless loop")
STAGES: Mapping[str, Stage] = {"the code": "loading", "the setup": "setup", "probe": "probe"}
MOST_NAME = 100
MOST_MESSAGE = 1000


def of_ending(ending: Ending) -> Cause | None:
    """The cause where nothing more is known than how the trial ended. None where all went well."""
    return Cause(ENDINGS[ending]) if ending in ENDINGS else None


def of_exception(exception: str, message: str, stage: Stage, raised_by: RaisedBy) -> Cause:
    """The cause of a trial that ended by an exception of that type."""
    if exception == "AssertionError" and stage == "probe":
        return Cause("wrong answer", stage="probe", raised_by=raised_by)
    kind = EXCEPTIONS.get(exception, "exception")
    if exception == "ImportError" and "No module named" in message:
        kind = "missing library"
    return Cause(kind, exception, message, stage, raised_by)


def of_report(report: Mapping[str, Any]) -> Cause | None:
    """The cause that a process reports of its own end. None where it reports no exception."""
    exception = str(report.get("exception", ""))
    if report.get("ending") != "failed" or not exception.isidentifier() or len(exception) > MOST_NAME:
        return None
    text = str(report.get("reason", ""))[:MOST_MESSAGE].removeprefix(f"{exception}: ")
    message = text.encode("utf-8", "replace").decode()  # half a letter cannot be written down
    raised_by: RaisedBy = "candidate" if report.get("raised_by") == "candidate" else "probe"
    return of_exception(exception, message, _stage(str(report.get("at", ""))), raised_by)


def _stage(place: str) -> Stage:
    return STAGES.get(re.sub(r" \d+$", "", place), "")


# ── runs of version 0.1 ────────────────────────────────────────────────────────────────────────────


def cause_of(observation: Observation) -> Cause | None:
    """Why the candidate did not pass under this check; None where it did."""
    if observation.cause is not None:
        return observation.cause
    if observation.same_outcome is False and observation.ending in ("finished", "failed"):
        unknown = observation.reason.endswith("command not found")
        return Cause("command not found" if unknown else "another outcome")
    if observation.ending != "failed":
        return of_ending(observation.ending)
    return from_reason(observation.reason, observation.stderr)


_RAISED = re.compile(r"(?:(the code|the setup|probe) ?\d*: )?(?:\w+\.)*([A-Z]\w*):(?: (.*))?$", re.DOTALL)
_ANSWERED = re.compile(r"probe \d+: answered (.*), expected (.*)$", re.DOTALL)


def from_reason(reason: str, stderr: str = "") -> Cause:
    """The cause by the words of a reason, as version 0.1 wrote them."""
    for ending, kind in ENDINGS.items():
        if reason.startswith(f"{ending}: "):
            return Cause(kind)
    if reason.startswith("the program ended itself"):
        return Cause("ended itself")
    if answered := _ANSWERED.match(reason):
        return Cause("no answer" if answered[1] == "None" != answered[2] else "wrong answer", stage="probe")
    if raised := _RAISED.match(reason):
        in_probe = "Traceback" in stderr and 'File "<candidate>"' not in stderr
        message = raised[3] or ""
        raised_by: RaisedBy = "probe" if in_probe or " in assert " in message else "candidate"
        return of_exception(raised[2], message, STAGES.get(raised[1] or "probe", ""), raised_by)
    return Cause("other")
