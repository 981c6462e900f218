"""The items of the project, and one item with its history: for editors."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.responses import Response

from asmeant.authoring.project import STATES, State
from asmeant.web.pages.authoring.forms import number, saved_item
from asmeant.web.pages.authoring.visit import Visit, page

PAGE = 50
# Only the latest events of an item are shown.
MOST_EVENTS = 200


@dataclass(frozen=True, slots=True)
class ItemList:
    """One page of the filtered items."""

    state: str
    text: str
    page: int
    pages: int
    count: int

    def address(self, page: int) -> str:
        fields = {"q": self.text, "state": self.state, "page": str(page) if page > 1 else ""}
        return "/author/items?" + urlencode({name: value for name, value in fields.items() if value})


@page("editor")
def show_list(visit: Visit) -> Response:
    state: State | None = visit.query("state") if visit.query("state") in STATES else None  # type: ignore[assignment]
    text = visit.query("q")
    count = visit.project.count_items(state=state, text=text)
    pages = max(1, -(-count // PAGE))
    at = min(max(1, number(visit.query("page"))), pages)
    return visit.render(
        "items",
        listed=ItemList(state or "", text, at, pages, count),
        items=visit.project.items(state=state, text=text, offset=(at - 1) * PAGE, limit=PAGE),
        states=STATES,
        saved=None,
        section="items",
    )


@page("editor")
def show(visit: Visit) -> Response:
    item = visit.project.item(visit.query("id"))
    events = visit.project.history(item.id)
    return visit.render(
        "item",
        item=item,
        proposals=visit.project.proposals(item.id),
        codes={candidate.id: candidate.code for candidate in visit.project.candidates(item.id)},
        judgements=visit.project.judgements(item=item.id),
        assignments=visit.project.assignments(item=item.id),
        events=events[-MOST_EVENTS:][::-1],
        saved=saved_item(visit),
        section="items",
    )
