"""A project, in which people write, vote on and judge what becomes a benchmark. Needs asmeant[author]."""

from __future__ import annotations

from asmeant.authoring.project.errors import ConflictError, NotAllowedError
from asmeant.authoring.project.judging import Outcome
from asmeant.authoring.project.project import Project
from asmeant.authoring.project.questions import FORMS, QUESTIONS, Form, Question
from asmeant.authoring.project.records import (
    KINDS,
    ROLES,
    STATES,
    THE_PAIR,
    Answered,
    Assignment,
    Draft,
    Event,
    Item,
    Judged,
    Judgement,
    Kind,
    Person,
    Progress,
    Proposal,
    Role,
    State,
    Vote,
)
from asmeant.authoring.project.voting import Tally

__all__ = [
    "FORMS",
    "KINDS",
    "QUESTIONS",
    "ROLES",
    "STATES",
    "THE_PAIR",
    "Answered",
    "Assignment",
    "ConflictError",
    "Draft",
    "Event",
    "Form",
    "Item",
    "Judged",
    "Judgement",
    "Kind",
    "NotAllowedError",
    "Outcome",
    "Person",
    "Progress",
    "Project",
    "Proposal",
    "Question",
    "Role",
    "State",
    "Tally",
    "Vote",
]
