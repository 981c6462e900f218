"""The nouns: frozen, slotted, JSON-shaped. Everything else turns one of these into the next.

    Task -> TaskPrompt -> Candidate -> Observation -> Verdict -> Score          a Run holds them all

A candidate is right when any one check of its task holds.
A check holds when every probe runs clean and everything it expects is observed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import msgspec

Status = Literal["passed", "failed", "undecided"]
Ending = Literal["finished", "failed", "timed out", "out of memory", "killed", "tampered", "not run"]
Form = Literal["chat", "completion"]
Naming = Literal["id", "constant", "intent"]
Shown = Literal["none", "one", "all"]
ShotsBy = Literal["chance", "similarity"]
Extraction = Literal["answer", "repair", "none"]
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
DeadlineKind = Literal["fitting", "fixed"]
Stage = Literal["", "loading", "setup", "probe"]
RaisedBy = Literal["", "candidate", "probe"]
AnswerKind = Literal[
    "nothing",
    "status",
    "number",
    "value",
    "text",
    "lines",
    "lines in any order",
    "files",
    "files with attributes",
    "lines by file",
]
Paths = Literal["any", "printed"]


# ── what is asked ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Expectation:
    """What kind of answer the output of a command is, and what of it matters.

    `ordered` says that the order of rows matters, `spacing` that blanks do. `paths` says whether a file may
    be named by any path that leads to it, or only as printed; relative paths begin in the working directory
    or in one of `folders`. `attributes` are what must be told of each file. With `extras`, more columns are
    accepted where each is true of its file; with `contents`, so is a line of the file. Without `directories`,
    folders among the files do not count. Without `whole_lines`, a part of a line stands for it. If `columns`
    are named, as `cut` does (`1`, `2-`), they alone matter. With `units`, a size must have the unit that the
    reference prints; with `totals`, a total counts. With `times`, the times of files count among the changes.
    `written` says that the answer is in a file that the command writes, and that what it prints does not
    matter.

    `sure` is False where a person should look at it; `because` says what decided.
    """

    kind: AnswerKind = "text"
    ordered: bool = True
    spacing: bool = True
    paths: Paths = "printed"
    folders: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    extras: bool = False
    contents: bool = False
    directories: bool = True
    whole_lines: bool = True
    columns: str = ""
    units: bool = False
    totals: bool = False
    times: bool = False
    written: bool = False
    sure: bool = True
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One way of being right: every probe must run clean.

    For a command: its outcome must be that of `same_outcome_as`, compared as `expects` says, in each of
    `trees`. Without trees it runs in that of the scaffold.
    """

    name: str = "all"
    probes: tuple[str, ...] = ()
    same_outcome_as: str | None = None
    expects: Expectation | None = None
    trees: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scaffold:
    """What stands around a candidate when it runs.

    The program is `before + code + after`, then `setup`, then the probes of one check in order. Where the
    code itself defines `entry`, only what precedes that definition is taken from `before`. Probes call the
    candidate's function by the name `entry` or by the word `candidate`. With `any_function` every function
    that the code defines is tried under that name.

    A command begins in `working_directory`, among the files of `tree`, which is an archive, a folder or a
    listing whose content stands at `/`, and those of `files`. In a world for commands it is always `clock`;
    elsewhere files are as old as they were then.
    """

    before: str = ""
    after: str = ""
    setup: str = ""
    entry: str = ""
    any_function: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    libraries: tuple[str, ...] = ()
    tree: str = ""
    working_directory: str = ""
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One intent, and how to tell whether code does as meant."""

    id: str
    intent: str
    intent_language: str = "en"
    code_language: str = "python"
    references: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    scaffold: Scaffold = Scaffold()
    tags: Mapping[str, str] = field(default_factory=dict)


# ── what is answered ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Usage:
    """What one reply took: tokens read and written, seconds, and money where a price is known.

    `cached`: the reply was in the reply cache, and nothing was paid for it this time.
    """

    prompt_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None
    cached: bool = False


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
    done, and `raised_by` whether code of the candidate was running or only the probe, on the answer.
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
    that of the probes.
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


# ── settings, which ride along ─────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Sampling:
    """How replies are drawn. Temperature 0 is greedy."""

    count: int = 1
    temperature: float = 0.8
    top_p: float = 0.95
    max_tokens: int = 512
    seed: int = 0
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompting:
    """How an intent becomes a prompt, and a reply becomes code.

    An empty style is the dataset's own; an empty form the client's own. `extraction` finds the answer in the
    reply (`answer`), also completes one that was cut off (`repair`), or takes the reply as it is (`none`).
    """

    style: str = ""
    form: Form | None = None
    shots: int = 0
    shown: Shown = "none"
    naming: Naming = "id"
    strip: bool = True
    seed: int = 0
    extraction: Extraction = "answer"
    shots_by: ShotsBy = "chance"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one trial of a program may use: a trial is one check tried with one function.

    With the deadline `fitting`, a run and a judge allow a trial less than `seconds` where the task's
    reference needs much less (see `Deadline`); with `fixed`, always `seconds`.
    """

    seconds: float = 15.0
    memory_mb: int = 4096
    processes: int = 64
    output_bytes: int = 65_536
    disk_mb: int = 64
    network: bool = False
    deadline: DeadlineKind = "fitting"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which tasks of a dataset take part. Empty means all."""

    languages: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The settings of one run: with the same settings and the same files, the same scores."""

    id: str
    dataset: str
    model: str
    selection: Selection = Selection()
    prompt: Prompting = Prompting()
    sampling: Sampling = Sampling()
    limits: Limits = Limits()
    world: str = "this Python"
    versions: Mapping[str, str] = field(default_factory=dict)


# ── what passes through the seams ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a language model is shown: messages for a chat, or one text to complete."""

    messages: tuple[Message, ...] = ()
    text: str = ""
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """A prompt, and the ranks of the replies that are still missing."""

    task_id: str
    prompt: Prompt
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a language model said. `truncated` when it ran into the token limit.

    `code_from` is not empty where the text is code already, which is not searched for code: it says where the
    text comes from. `sent` are the settings that a server was sent.
    """

    task_id: str
    rank: int
    text: str
    truncated: bool = False
    log_probability: float | None = None
    usage: Usage | None = None
    code_from: str = ""
    sent: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Program:
    """A candidate put together with its task, ready to run; and so the task's first reference.

    `preamble` is what the scaffold defines ahead of the entry: probes may use it, and it is no candidate's.
    """

    task_id: str
    rank: int
    code_language: str
    source: str
    checks: tuple[Check, ...]
    scaffold: Scaffold = Scaffold()
    preamble: str = ""
    reference: str = ""


# ── records <-> JSON ───────────────────────────────────────────────────────────────────────────────

R = TypeVar("R")


def to_json(record: object) -> bytes:
    """One line of JSON, with the fields in the order of the record."""
    return msgspec.json.encode(record)


def from_json(kind: type[R], line: bytes | str) -> R:
    """The record that a line of JSON holds. Raises msgspec.DecodeError, with the path to what is wrong."""
    try:
        return msgspec.json.decode(line, type=kind)
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(f"byte {error.start + 1} of a text is not UTF-8") from error
    except RecursionError as error:
        raise msgspec.DecodeError("it is nested too deeply") from error


def read_json(content: bytes | str) -> Any:
    """What a text in JSON holds, of any shape. Raises msgspec.DecodeError, whatever is wrong with it."""
    return from_json(object, content)


def json_schema(kind: type[object]) -> dict[str, Any]:
    """A JSON Schema for one kind of record."""
    return msgspec.json.schema(kind)
