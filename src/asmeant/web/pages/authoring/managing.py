"""For admins: the people of the project, its items, and assignments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from starlette.responses import RedirectResponse, Response

from asmeant.authoring.project import FORMS, KINDS, ROLES, STATES, Kind, Role, State
from asmeant.authoring.project.importing import Defaults, read_items
from asmeant.datasets.tasks_file import CODE_LANGUAGES
from asmeant.errors import DataError
from asmeant.web.pages.authoring.forms import number
from asmeant.web.pages.authoring.visit import Visit, page
from asmeant.web.responses import RefusedError

T = TypeVar("T", bound=str)
MOST_EACH = 50
NOT_IN_NAMES = re.compile(r"[^\w.-]+")


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
    """Assigns all items in a state to the selected people, or to all annotators."""
    kind: Kind = _one_of(visit.fields, "kind", KINDS)
    state: State | None = _one_of(visit.fields, "state", STATES) if visit.fields.get("state") else None
    items = [item.id for item in visit.project.items(state=state) if item.state != "refused"]
    selected = [person.name for person in visit.project.people() if f"person-{person.name}" in visit.fields]
    annotators = [person.name for person in visit.project.people() if person.role == "annotator"]
    visit.project.assign(
        kind,
        items,
        selected or annotators,
        by=visit.name,
        each=min(number(visit.fields.get("each", "")), MOST_EACH),
        form=visit.fields.get("form", "") if kind == "judge" else "",
    )
    return RedirectResponse("/author/status", 303)


@page("admin")
def add_items(visit: Visit) -> Response:
    """Imports a file of pairs or tasks: all of it, or nothing if a row is invalid."""
    defaults = Defaults(
        code_language=_one_of(visit.fields, "code_language", CODE_LANGUAGES),
        source=visit.fields.get("source", "").strip(),
        licence=visit.fields.get("licence", "").strip(),
    )
    with TemporaryDirectory() as folder:
        # The file name from the browser is only used to choose the format, and for ids.
        name = NOT_IN_NAMES.sub("-", Path(visit.file_name).name)[-60:].lstrip(".-") or "items.jsonl"
        path = Path(folder) / name
        path.write_bytes(visit.upload)
        try:
            items = read_items(path, defaults).items
        except DataError as error:
            raise RefusedError(422, str(error).replace(str(path), name)) from error
    visit.project.add_items(items, by=visit.name)
    return RedirectResponse("/author/items", 303)


def _one_of(fields: Mapping[str, str], name: str, choices: tuple[T, ...]) -> T:
    value = fields.get(name, "")
    for choice in choices:
        if choice == value:
            return choice
    raise RefusedError(422, f"'{value[:40]}' is no {name}. Known: {', '.join(choices)}.")
