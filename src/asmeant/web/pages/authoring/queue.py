"""The open work of a person, and who they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import RedirectResponse, Response

from asmeant.authoring.project import KINDS, Assignment
from asmeant.web.pages.authoring.forms import number, saved_item, work_address
from asmeant.web.pages.authoring.visit import PERSON_COOKIE, Visit, page
from asmeant.web.responses import RefusedError

MOST_SHOWN = 50
YEAR = 365 * 86_400


@dataclass(frozen=True, slots=True)
class KindOfWork:
    """The open, done and skipped work of one kind, and the address of the next item."""

    kind: str
    open: int
    done: int
    skipped: int
    next: str


def kinds_of_work(assignments: Sequence[Assignment]) -> list[KindOfWork]:
    counts = Counter((assignment.kind, assignment.state) for assignment in assignments)
    following = {
        assignment.kind: assignment for assignment in reversed(assignments) if assignment.state == "open"
    }
    return [
        KindOfWork(
            kind,
            counts[kind, "open"],
            counts[kind, "done"],
            counts[kind, "skipped"],
            address_of(following[kind]) if kind in following else "",
        )
        for kind in KINDS
        if any(counts[kind, state] for state in ("open", "done", "skipped"))
    ]


def address_of(assignment: Assignment) -> str:
    if assignment.kind == "adjudicate":
        return f"/author/adjudicate#{assignment.item}"
    return work_address(assignment.kind, assignment.item, assignment.form)


@page(None)
def show(visit: Visit) -> Response:
    if visit.person is None:
        return choose_person(visit)
    assignments = visit.project.assignments(person=visit.name)
    open_work = [assignment for assignment in assignments if assignment.state == "open"][:MOST_SHOWN]
    skipped = [assignment for assignment in assignments if assignment.state == "skipped"]
    intents = {assignment.item: visit.project.item(assignment.item) for assignment in open_work}
    return visit.render(
        "queue",
        work=kinds_of_work(assignments),
        rows=[(assignment, intents[assignment.item], address_of(assignment)) for assignment in open_work],
        skipped=skipped[-MOST_SHOWN:],
        count=len(assignments),
        saved=saved_item(visit),
        section="queue",
    )


@page()
def reopen(visit: Visit) -> Response:
    """Reopens a skipped item, which may have been skipped by accident."""
    assignment = visit.project.finish(number(visit.fields.get("assignment", "")), by=visit.name, state="open")
    return RedirectResponse(address_of(assignment), 303)


@page(None)
def show_people(visit: Visit) -> Response:
    return choose_person(visit)


def choose_person(visit: Visit) -> Response:
    """On this machine nobody logs in, so people choose who they are."""
    if not visit.is_local:
        return RedirectResponse("/author", 303)
    return visit.render("person", people=visit.project.people(), saved=None, section="")


@page(None)
def become(visit: Visit) -> Response:
    name = visit.fields.get("person", "")
    if not visit.is_local:
        raise RefusedError(403, "Who you are follows from your login.")
    visit.project.person(name)
    response = RedirectResponse("/author", 303)
    secure = visit.request.app.state.settings.is_secure
    response.set_cookie(PERSON_COOKIE, name, max_age=YEAR, samesite="lax", httponly=True, secure=secure)
    return response
