"""The results of a run: prompts, candidates, observations, verdicts and scores."""

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
    """The prompt of a task as it was sent to a language model: messages of a chat, or a text to complete.

    `stop` lists the texts that end a reply: those of the prompt style and those of the sampling.
    """

    task_id: str
    messages: tuple[Message, ...] = ()
    text: str = ""
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """Code that answers a task. `fault` says why `code` is empty. `truncated`: the reply was cut off.

    `extraction` says in one sentence which part of the reply the code is, and why. `sent` holds the settings
    that the request to a model server really had. It is empty for other models.
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

    For an exception, `exception` is its type and `message` its text. `stage` is the stage of the trial, and
    `raised_by` says whose code raised it: the candidate's, or the probe's on the answer. For a timeout, the
    message is `endless loop` if it was proved that the candidate never ends.
    """

    kind: CauseKind
    exception: str = ""
    message: str = ""
    stage: Stage = ""
    raised_by: RaisedBy = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """The outcome of a candidate under one check.

    `same_outcome` says whether the command did the same as the check's `same_outcome_as`; None if the check
    has none. `missing_libraries` lists modules that the candidate imports and that exist, but that are not
    installed where it ran. `decided` is "outside" if all probes were decided outside the candidate's process,
    and "beside" if some ran in it. `cause` says why the check does not hold. It is None if the check holds,
    and in runs of version 0.1.

    If another candidate of the task is the same program, only one of them is run: `same_as` is its rank, and
    the other fields are copied from it. `from_cache`: the program was run earlier, by another run.

    `seconds` is wall time. `cpu_seconds` is the CPU time of the candidate's process or of that of the probes,
    whichever is larger. `waited_seconds` is the time in which the candidate could have worked but did not;
    None if the sandbox cannot tell that from a busy machine.
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

    `reference_seconds` is None if no reference of the task passes. Then `seconds` is what the limits allow.
    """

    task_id: str
    seconds: float
    reference_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a candidate is right. `held` names the checks that hold, `function` what met the first of them.

    An undecided verdict with `missing_libraries` is about this candidate alone: other candidates of the task
    can be decided here. An undecided verdict without them is about the task, unless others were decided.
    `cause` is copied from the observation that explains the verdict. It is None if the candidate passed, and
    in runs of version 0.1. `same_as` and `from_cache` are copied from the observations.
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
    """A metric over the tasks of one slice. `value` is None if nothing could be decided; `reason` says why.

    `undecided` tasks are left out. In the tasks that are scored, `undecided_candidates` count as not passed:
    `if_undecided_passed` is the value if they passed, and `missing_libraries` says how many of them need each
    library. `passed_beside` counts the candidates that passed by probes in their own process.
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
