"""The nouns: frozen, slotted, JSON-shaped. Everything else turns one of these into the next.

    Task -> TaskPrompt -> Candidate -> Observation -> Verdict -> Score          a Run holds them all

A candidate is right when any one check of its task holds.
A check holds when every probe runs clean and everything it expects is observed.

tasks       what is asked
results     what is answered, observed and decided
settings    what rides along
messages    what passes through the seams
json        records <-> JSON
"""

from asmeant.records.json import from_json, json_schema, read_json, to_json
from asmeant.records.messages import Message, Program, Prompt, Reply, Request, Usage
from asmeant.records.results import (
    Candidate,
    Cause,
    CauseKind,
    Deadline,
    Decided,
    Ending,
    Observation,
    RaisedBy,
    Score,
    Stage,
    Status,
    TaskPrompt,
    Verdict,
)
from asmeant.records.settings import (
    DeadlineKind,
    Extraction,
    Form,
    Limits,
    Naming,
    Prompting,
    Run,
    Sampling,
    Selection,
    ShotsBy,
    Shown,
)
from asmeant.records.tasks import AnswerKind, Check, Expectation, Paths, Scaffold, Task

__all__ = [
    "AnswerKind",
    "Candidate",
    "Cause",
    "CauseKind",
    "Check",
    "Deadline",
    "DeadlineKind",
    "Decided",
    "Ending",
    "Expectation",
    "Extraction",
    "Form",
    "Limits",
    "Message",
    "Naming",
    "Observation",
    "Paths",
    "Program",
    "Prompt",
    "Prompting",
    "RaisedBy",
    "Reply",
    "Request",
    "Run",
    "Sampling",
    "Scaffold",
    "Score",
    "Selection",
    "ShotsBy",
    "Shown",
    "Stage",
    "Status",
    "Task",
    "TaskPrompt",
    "Usage",
    "Verdict",
    "from_json",
    "json_schema",
    "read_json",
    "to_json",
]
