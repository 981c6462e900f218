"""The records of a project: frozen, and written as JSON. Names of languages are those of `Task`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from asmeant.records import Task

Role = Literal["annotator", "editor", "admin"]
State = Literal["new", "written", "described", "checked", "done", "refused"]
Kind = Literal["write", "vote", "judge", "adjudicate"]
Progress = Literal["open", "done", "skipped"]

ROLES: tuple[Role, ...] = get_args(Role)
STATES: tuple[State, ...] = get_args(State)
KINDS: tuple[Kind, ...] = get_args(Kind)

# A judgement of the pair of intent and code itself, not of a candidate.
THE_PAIR = 0


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who works in the project, by a pseudonym. Each role includes the ones before it.

    An annotator works on what is assigned to them. An editor assigns, adjudicates and changes every item. An
    admin also adds people.
    """

    name: str
    role: Role = "annotator"


@dataclass(frozen=True, slots=True)
class Item:
    """An intent with its code, on the way to becoming a task.

    `task` holds the checks once there are any; its intent, languages and first reference are those of the
    item. `check_origins` says how each check was made, by name. `reason` says why an item is refused.
    `source` names a file, a page or a person, and after `#` a place in it. A save must carry the `version`
    that was read.
    """

    id: str
    intent: str
    intent_language: str = "en"
    code_language: str = "python"
    code: str = ""
    task: Task | None = None
    state: State = "new"
    source: str = ""
    licence: str = ""
    reason: str = ""
    check_origins: Mapping[str, str] = field(default_factory=dict)
    version: int = 1


@dataclass(frozen=True, slots=True)
class Assignment:
    """One task for one person. `form` names the questions for a judge: see `FORMS`."""

    id: int
    kind: Kind
    item: str
    person: str
    state: Progress = "open"
    form: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What someone has typed into a form but not submitted. `version` is 0 if none was read."""

    kind: Kind
    item: str
    person: str
    content: Mapping[str, Any]
    version: int = 0
    saved: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A description that could become the intent of an item. `by` is the person who added it."""

    id: int
    item: str
    strategy: str
    text: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Vote:
    """One person's comparison of proposals: a rank for each, by id. 1 is best, and equal ranks are ties."""

    item: str
    person: str
    ranks: Mapping[int, int]
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """A system that gave an answer, and the rank of the answer among those of that system."""

    model: str
    rank: int


@dataclass(frozen=True, slots=True)
class Judged:
    """Code to be judged as an answer to an item's intent, once, whichever system gave it."""

    id: int
    item: str
    code: str
    template: str = ""
    systems: tuple[Answered, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """One person's answer to one question about a candidate, by its id, or about the pair (`THE_PAIR`).

    A `final` judgement is an editor's, and decides if judges disagree.
    """

    question: str
    item: str
    person: str
    answer: str
    candidate: int = THE_PAIR
    cause: str = ""
    comment: str = ""
    final: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the history: the state before and after as JSON; empty if there was none."""

    id: int
    when: str
    person: str
    what: str
    item: str = ""
    before: str = ""
    after: str = ""
