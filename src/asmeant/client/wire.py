"""What goes over the wire: the bodies of requests and responses. The API's description is made from them.

A response to a batch is a sequence of events: `decided` for each verdict, `fault` for a candidate that could
not be tried, and one `ended`, which says what is left to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from asmeant.records import Candidate, Limits, Observation, Run, Score, Status, Task, Verdict

MOST_CANDIDATES = 10_000
NDJSON: Final = "application/x-ndjson"
EVENT_STREAM: Final = "text/event-stream"
KEY_HEADER = "idempotency-key"
Count = Annotated[int, Meta(ge=0)]


# ── submitting ──


class Submission(Struct, frozen=True, forbid_unknown_fields=True):
    """Code for a task of the batch or of its dataset. With `extract`, the reply of a language model."""

    task_id: str
    code: str


class TighterLimits(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits of a batch. What is not set, or more than the server allows, is as the server has it."""

    seconds: Annotated[float, Meta(gt=0)] | None = None
    memory_mb: Annotated[int, Meta(ge=16)] | None = None
    output_bytes: Annotated[int, Meta(ge=1)] | None = None


class Batch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Candidates to judge, and the tasks that they answer: sent along, or those of a dataset of the server.

    With `strict`, what can only be decided in the process
    of the candidate is undecided. With `details`, each verdict comes with its candidate and observations.
    """

    candidates: Annotated[tuple[Submission, ...], Meta(min_length=1, max_length=MOST_CANDIDATES)]
    tasks: Annotated[tuple[Task, ...], Meta(max_length=MOST_CANDIDATES)] = ()
    dataset: Annotated[str, Meta(max_length=200)] = ""
    extract: bool = False
    strict: bool = False
    details: bool = False
    limits: TighterLimits | None = None


class Decided(Struct, frozen=True, tag="decided", tag_field="event", omit_defaults=True):
    """A verdict. Its `rank` is the place of the candidate in the batch, from 0."""

    verdict: Verdict
    share_of_probes: float
    candidate: Candidate | None = None
    observations: tuple[Observation, ...] = ()

    @property
    def rank(self) -> int:
        return self.verdict.rank


class Fault(Struct, frozen=True, tag="fault", tag_field="event"):
    """A candidate that could not be tried, and why: `error` is the name of an error of asmeant."""

    rank: int
    error: str
    detail: str


class Ended(Struct, frozen=True, tag="ended", tag_field="event"):
    """The last event. `left` are the ranks that were handed back: send the batch again with the same key."""

    decided: Count
    left: tuple[int, ...] = ()
    reason: str = ""


Event = Decided | Fault | Ended


class Verdicts(Struct, frozen=True):
    """All events of a batch at once, for who asks for application/json."""

    decided: tuple[Decided, ...]
    faults: tuple[Fault, ...]
    ended: Ended


class Uploaded(Struct, frozen=True):
    """`tree` may stand in the `scaffold.tree` and the `trees` of the caller's tasks."""

    tree: str
    entries: Count


# ── looking ──


class Health(Struct, frozen=True):
    status: str
    version: str


class ServerView(Struct, frozen=True):
    """What the server judges with, and who it takes the caller for."""

    version: str
    world: str
    workers: int
    limits: Limits
    strict: bool
    most_candidates: int
    most_bytes: int
    caller: str
    role: str


class RunLine(Struct, frozen=True, omit_defaults=True):
    """A run in short. `fault` says why it cannot be read."""

    name: str
    dataset: str = ""
    model: str = ""
    tasks: int = 0
    candidates_wanted: int = 0
    candidates: int = 0
    verdicts: int = 0
    score: Score | None = None
    changed: str = ""
    fault: str = ""


class RunPage(Struct, frozen=True):
    """Some of the runs, the one that changed last first; `total` is how many there are."""

    total: Count
    runs: tuple[RunLine, ...]


class RunView(Struct, frozen=True):
    """One run: its settings, its scores, and how many candidates passed, failed and so on."""

    name: str
    settings: Run
    scores: tuple[Score, ...]
    statuses: Mapping[str, int]
    tasks: Count


class AttemptView(Struct, frozen=True):
    """A candidate with its verdict and its observations."""

    task_id: str
    status: str
    candidate: Candidate
    verdict: Verdict | None
    observations: tuple[Observation, ...]


class AttemptPage(Struct, frozen=True):
    """Some of the candidates of a run; `total` is how many there are with these filters."""

    total: Count
    attempts: tuple[AttemptView, ...]


class TaskPage(Struct, frozen=True):
    total: Count
    tasks: tuple[Task, ...]


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a list."""

    offset: Annotated[int, Meta(ge=0, le=1 << 31)] = 0
    limit: Annotated[int, Meta(ge=1, le=500)] = 50


class AttemptFilter(Page, frozen=True, forbid_unknown_fields=True):
    # Not None: the text "null" would be taken for it.
    status: Status | UnsetType = UNSET
    task_id: str | UnsetType = UNSET


_EVENTS = msgspec.json.Decoder(Event)


def read_event(line: bytes | str) -> Event:
    event: Event = _EVENTS.decode(line)
    return event
