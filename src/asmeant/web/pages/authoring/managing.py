"""For admins: who works in the project, which items it has, and who gets which work."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from starlette.responses import RedirectResponse, Response

from asmeant.authoring.project import FORMS, KINDS, ROLES, STATES, Item, Kind, Role, State
from asmeant.datasets import load_tasks
from asmeant.records import Task
from asmeant.web.pages.authoring.forms import number
from asmeant.web.pages.authoring.visit import Visit, page
from asmeant.web.responses import RefusedError

T = TypeVar("T", bound=str)
MOST_EACH = 50


@page("admin")
def show(visit: Visit) -> Response:
    return visit.render(
        "manage",
        people=visit.project.people(),
        roles=ROLES,
        kinds=KINDS,
        forms=FORMS,
        states=[(state, visit.project.count_items(state=state)) for state in STATES],
        saved=None,
        section="manage",
    )


@page("admin")
def add_person(visit: Visit) -> Response:
    role: Role = _one_of(visit.fields, "role", ROLES)
    visit.project.add_person(visit.fields.get("name", "").strip(), role, by=visit.name)
    return RedirectResponse("/author/manage", 303)


@page("admin")
def assign(visit: Visit) -> Response:
    """Gives all items of a state to some of the chosen people; to all annotators where none is chosen."""
    kind: Kind = _one_of(visit.fields, "kind", KINDS)
    state: State | None = _one_of(visit.fields, "state", STATES) if visit.fields.get("state") else None
    items = [item.id for item in visit.project.items(state=state)]
    chosen = [person.name for person in visit.project.people() if f"person-{person.name}" in visit.fields]
    annotators = [person.name for person in visit.project.people() if person.role == "annotator"]
    visit.project.assign(
        kind,
        items,
        chosen or annotators,
        by=visit.name,
        each=min(number(visit.fields.get("each", "")), MOST_EACH),
        form=visit.fields.get("form", "") if kind == "judge" else "",
    )
    return RedirectResponse("/author/status", 303)


@page("admin")
def add_items(visit: Visit) -> Response:
    """From a tasks file: all of it, or nothing where a line is wrong."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "items.jsonl"
        path.write_bytes(visit.upload)
        items = [item_of(task, visit.fields) for task in load_tasks(f"tasks:{path}")]
    visit.project.add_items(items, by=visit.name)
    return RedirectResponse("/author/items", 303)


def item_of(task: Task, fields: Mapping[str, str]) -> Item:
    return Item(
        task.id,
        task.intent,
        task.intent_language,
        task.code_language,
        task.references[0] if task.references else "",
        task if task.checks or len(task.references) > 1 else None,
        source=fields.get("source", "").strip(),
        licence=fields.get("licence", "").strip(),
    )


def _one_of(fields: Mapping[str, str], name: str, known: tuple[T, ...]) -> T:
    value = fields.get(name, "")
    for choice in known:
        if choice == value:
            return choice
    raise RefusedError(422, f"'{value[:40]}' is no {name}. Known: {', '.join(known)}.")
