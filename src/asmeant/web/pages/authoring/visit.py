"""Request -> a visit of the project: the caller, their person in it, and the form they sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from asmeant.authoring.project import ConflictError, Item, NotAllowedError, Person, Project
from asmeant.authoring.project.records import ROLES, Assignment, Kind, Role
from asmeant.web.rendering import render
from asmeant.web.responses import RefusedError
from asmeant.web.security.callers import Caller
from asmeant.web.security.roles import Endpoint, requires

PERSON_COOKIE = "asmeant_person"
LONGEST_FIELD = 50_000
MOST_FIELDS = 200


@dataclass(frozen=True, slots=True)
class Visit:
    """One request for a page of the project. `person` is None if no person was chosen yet."""

    request: Request
    project: Project
    person: Person | None
    fields: Mapping[str, str] = field(default_factory=dict)
    upload: bytes = b""
    file_name: str = ""

    @property
    def name(self) -> str:
        return self.person.name if self.person else ""

    @property
    def is_local(self) -> bool:
        """Whether the caller is at this machine, where nobody logs in and people choose who they are."""
        caller: Caller = self.request.state.caller
        return caller.means == "this machine"

    def may(self, role: Role) -> bool:
        return self.person is not None and ROLES.index(self.person.role) >= ROLES.index(role)

    def query(self, name: str) -> str:
        return self.request.query_params.get(name, "")[:1000]

    def render(self, template: str, status: int = 200, /, **context: Any) -> HTMLResponse:
        page = f"authoring/{template}.html"
        return render(self.request, page, status, visit=self, here="author", **context)


Page = Callable[[Visit], Response]


def page(role: Role | None = "annotator") -> Callable[[Page], Endpoint]:
    """An endpoint for people with this role in the project; None: also before a person was chosen.

    The work is done in a thread. The required role of the server is `look`: what people may change in a
    project depends on their role in the project.
    """

    def decorate(show: Page) -> Endpoint:
        @requires("look")
        async def endpoint(request: Request) -> Response:
            form = await _form(request)
            return await asyncio.to_thread(lambda: _show(show, role, request, form))

        return endpoint

    return decorate


def _show(show: Page, role: Role | None, request: Request, form: _Sent) -> Response:
    project: Project = request.app.state.project
    visit = Visit(request, project, _person(request, project), form.fields, form.upload, form.file_name)
    if role is not None and visit.person is None:
        return RedirectResponse("/author", 303)
    if role is not None and not visit.may(role):
        raise RefusedError(
            403, f"This is for people with the role '{role}' in the project. {visit.name} has another."
        )
    try:
        return show(visit)
    except NotAllowedError as error:
        raise RefusedError(403, str(error)) from error
    except ConflictError as error:
        raise RefusedError(409, str(error)) from error


def _person(request: Request, project: Project) -> Person | None:
    people = {person.name: person for person in project.people()}
    caller = request.state.caller
    if caller.means == "this machine":
        only = next(iter(people)) if len(people) == 1 else ""
        return people.get(request.cookies.get(PERSON_COOKIE, only))
    name = caller.person or caller.name
    if name not in people:
        raise RefusedError(
            403,
            f"'{name}' is nobody in this project. Its admin adds people: asmeant author people PROJECT --add "
            f"{name}, or links a login to one of them: asmeant serve --add-user {caller.name} --person NAME",
        )
    return people[name]


@dataclass(slots=True)
class _Sent:
    """The texts of a form, and the file that came with it."""

    fields: dict[str, str] = field(default_factory=dict)
    upload: bytes = b""
    file_name: str = ""


async def _form(request: Request) -> _Sent:
    fields_and_file = _Sent()
    if request.method != "POST":
        return fields_and_file
    form = await request.form(max_files=1, max_fields=MOST_FIELDS)
    for name, value in form.items():
        if isinstance(value, UploadFile):
            fields_and_file.upload, fields_and_file.file_name = await value.read(), value.filename or ""
        elif len(value) > LONGEST_FIELD:
            raise RefusedError(
                422, f"A text has {len(value):,} characters. The most is {LONGEST_FIELD:,}: shorten it."
            )
        else:
            fields_and_file.fields[name] = value.replace("\r\n", "\n").replace("\0", "")
    return fields_and_file


def item_of(visit: Visit, kind: Kind, item_id: str) -> Item:
    """The item, if the person may work on it: it is assigned to them, or they are an editor."""
    if not visit.may("editor") and assignment_of(visit, kind, item_id) is None:
        # The same error for items that do not exist, so that it does not reveal others' work.
        raise RefusedError(404, "No such item is assigned to you.")
    return visit.project.item(item_id)


def assignment_of(visit: Visit, kind: Kind, item_id: str, form: str = "") -> Assignment | None:
    """The person's own assignment, open or done. `form` is that of a judge; empty: any."""
    return next(
        (
            assignment
            for assignment in visit.project.assignments(person=visit.name, kind=kind, item=item_id)
            if assignment.state != "skipped" and (not form or assignment.form == form)
        ),
        None,
    )
