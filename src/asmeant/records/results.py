"""What is answered, observed and decided, and the scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from asmeant.records.messages import Message, Usage

Status = Literal["passed", "failed", "undecided"]
Ending = Literal["finished", "failed", "timed out", "out of memory", "killed", "tampered", "not run"]
Decided = Literal["outside", "beside"]
CauseKind = Literal[
    "wrong answer",
    "no answer",  # None where the probe expects something else
    "another outcome",  # of a command
    "exception",
    "syntax error",
    "missing library",
    "missing name",
    "no code",
    "command not found",
    "ended itself",
    "timed out",
    "out of memory",
    "killed",
    "tampered",
    "not run",
    "other",
]
Stage = Literal["", "loading", "setup", "probe"]
RaisedBy = Literal["", "candidate", "probe"]


@dataclass(frozen=True, slots=True)
class TaskPrompt:
    """The prompt of a task as a language model was sent it: messages of a chat, or one text to complete.

    `stop` are the texts that end a reply, those of the prompt's style and those of the sampling.
    """

    task_id: str
    messages: tuple[Message, ...] = ()
    text: str = ""
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """Code that answers a task. `fault` says why `code` is empty; `truncated` that the reply was cut off.

    `extraction` says in one sentence which part of the reply the code is, and why. `sent` are the settings
    that a model server was really sent with the request; empty where the model is not a server.
    """

    task_id: str
    rank: int
    code: str
    reply: str = ""
    model: str = ""
    truncated: bool = False
    log_probability: float | None = None
    fault: str = ""
    usage: Usage | None = None
    extraction: str = ""
    sent: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a candidate did not pass.

    Where an exception was raised, `exception` is its type and `message` its text; `stage` says what was being
    done, and `raised_by` whether code of the candidate was running or only the probe, on the answer. Where a
    candidate timed out, the message is `endless loop` if it was shown never to end.
    """

    kind: CauseKind
    exception: str = ""
    message: str = ""
    stage: Stage = ""
    raised_by: RaisedBy = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """What was seen when a candidate ran under one check.

    `same_outcome` says whether it did what the check's `same_outcome_as` does; None where that is not asked.
    `missing_libraries` are modules that the candidate imports, that exist, and that are not installed where
    it ran. `decided` says whether all probes were decided outside the candidate's process. `cause` says why
    the check does not hold; it is None where it holds, and in runs of version 0.1.

    Where the candidate was not run because another of its task is the same program, `same_as` is the rank of
    that one, and all else is what was seen of it. `from_cache` says that it was run earlier, by another run.

    `seconds` are by the clock. `cpu_seconds` are those of the process that took more: the candidate's, or
    that of the probes. `waited_seconds` are those in which it did not work although it could have; None where
    the sandbox does not tell that from a busy machine.
    """

    task_id: str
    rank: int
    check: str
    function: str = ""
    ending: Ending = "finished"
    probes_passed: int = 0
    reason: str = ""
    stdout: str = ""
    stderr: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    same_outcome: bool | None = None
    missing_libraries: tuple[str, ...] = ()
    decided: Decided | None = None
    cause: Cause | None = None
    same_as: int | None = None
    from_cache: bool = False
    cpu_seconds: float = 0.0
    waited_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Deadline:
    """The CPU seconds that a trial of a task may use, and those that its reference used.

    `reference_seconds` is None where the task has no reference that passes: then all that the limits allow.
    """

    task_id: str
    seconds: float
    reference_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a candidate is right: `held` names every check that holds, `function` what met the first.

    An undecided verdict with `missing_libraries` is about this candidate alone: other candidates of the task
    can be decided here. An undecided verdict without them is about the task, unless others were decided.
    `cause` is that of the observation that explains it; None where it passed, and in runs of version 0.1.
    `same_as` and `from_cache` are those of its observations.
    """

    task_id: str
    rank: int
    status: Status
    held: tuple[str, ...] = ()
    function: str = ""
    reason: str = ""
    judge: str = "asmeant"
    missing_libraries: tuple[str, ...] = ()
    decided: Decided | None = None
    cause: Cause | None = None
    same_as: int | None = None
    from_cache: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """A metric over the tasks of one slice. `value` is None where nothing could be decided, for a `reason`.

    `undecided` tasks are left out. Of the tasks that are scored, `undecided_candidates` count as not passed;
    `if_undecided_passed` is the value if they passed, and `missing_libraries` says how many of them need each
    library. `passed_beside` counts candidates that passed by probes decided beside them, not outside.
    """

    metric: str
    value: float | None
    interval: tuple[float, float] | None
    tasks: int
    undecided: int
    signature: str
    where: Mapping[str, str] = field(default_factory=dict)
    undecided_candidates: int = 0
    if_undecided_passed: float | None = None
    missing_libraries: Mapping[str, int] = field(default_factory=dict)
    passed_beside: int = 0
    reason: str = ""
