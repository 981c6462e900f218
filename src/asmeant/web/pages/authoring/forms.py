"""A form with its draft: what a person has typed, and what someone else has saved meanwhile.

The content of a draft is `{form: {"texts": {field: text}, "version": version of the item}}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from asmeant.authoring.project import ConflictError
from asmeant.authoring.project.records import KINDS, Draft, Item, Kind, Progress
from asmeant.web.pages.authoring.visit import Visit, assignment_of, item_of, page
from asmeant.web.responses import RefusedError, json_response

PROTOCOL = frozenset({"csrf", "id", "kind", "form", "version", "draft_version", "action"})


@dataclass(frozen=True, slots=True)
class OtherText:
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """`texts` are the fields as the person left them.

    `others` are different texts that were saved meanwhile.
    """

    kind: Kind
    item: str
    person: str
    texts: Mapping[str, str]
    version: int
    draft_version: int
    form: str = ""
    others: tuple[OtherText, ...] = ()

    @property
    def copy(self) -> str:
        """The key under which a browser stores its copy of the form."""
        return copy_name(self.person, self.kind, self.item, self.form)

    def text(self, name: str) -> str:
        return self.texts.get(name, "")


def copy_name(person: str, kind: str, item: str, form: str = "") -> str:
    return "asmeant-draft:" + ":".join((person, kind, item, form))


def open_form(
    visit: Visit, kind: Kind, item: Item, texts: Mapping[str, str], form: str = "", *, follow: bool = False
) -> Form:
    """The form as it was left, or with `texts` if there is no draft.

    With `follow`, the form changes the item: if the item was saved after the draft was begun, both texts are
    shown.
    """
    draft = visit.project.draft(kind, item.id, visit.name)
    content = draft.content.get(form) if draft else None
    opened = Form(kind, item.id, visit.name, texts, item.version, draft.version if draft else 0, form)
    if draft is None or content is None:
        return opened
    draft_texts = {name: str(text) for name, text in content["texts"].items()}
    changed = follow and content["version"] != item.version
    return with_texts(opened, draft_texts, texts if changed else {})


def with_texts(opened: Form, own_texts: Mapping[str, str], others: Mapping[str, str]) -> Form:
    """The form with one's own texts, and those of others next to them if they differ."""
    different = tuple(
        OtherText(name, text) for name, text in others.items() if text != own_texts.get(name, "")
    )
    return replace(opened, texts=own_texts, others=different)


def sent_form(visit: Visit) -> Form:
    """The form as a browser sent it."""
    fields = visit.fields
    kind = fields.get("kind", "")
    if kind not in KINDS or kind == "adjudicate":
        raise RefusedError(422, "The form does not say which work it is for. Load the page again.")
    texts = {name: text for name, text in fields.items() if name not in PROTOCOL}
    return Form(
        kind,
        fields.get("id", ""),
        visit.name,
        texts,
        number(fields.get("version", "")),
        number(fields.get("draft_version", "")),
        fields.get("form", ""),
    )


def number(text: str) -> int:
    """The number in the text; 0 if it is not a number, which is not a valid version."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def save_draft(visit: Visit, form: Form) -> Draft:
    """Raises a ConflictError if another window has saved a draft since this form was read."""
    before = visit.project.draft(form.kind, form.item, form.person)
    content: dict[str, Any] = {**(before.content if before else {})}
    content[form.form] = {"texts": dict(form.texts), "version": form.version}
    return visit.project.save_draft(
        Draft(form.kind, form.item, form.person, content, version=form.draft_version)
    )


def stored_texts(error: ConflictError, form: Form) -> Mapping[str, str]:
    """The texts of the conflicting draft."""
    assert isinstance(error.stored, Draft)
    content = error.stored.content.get(form.form)
    return dict(content["texts"]) if content else {}


@page()
def autosave(visit: Visit) -> Response:
    """Saves the draft while a person types. Called by a script."""
    form = sent_form(visit)
    item_of(visit, form.kind, form.item)
    try:
        return json_response({"version": save_draft(visit, form).version})
    except ConflictError as error:
        stored_draft = {"version": error.stored.version, "texts": stored_texts(error, form)}
        return json_response(stored_draft, 409)


def submit(
    visit: Visit,
    form: Form,
    show: Callable[[Form], Response],
    store: Callable[[Draft], Response | None],
) -> Response:
    """Performs the action of the button. The text is saved as a draft first, so that no error loses it.

    `show` shows the form again, with the text that another window has saved. `store` saves the item; if it
    returns a response, saving failed.
    """
    skips = visit.fields.get("action") == "skip"
    try:
        draft = save_draft(visit, form)
    except ConflictError as error:
        if skips:  # the history has both texts
            return leave(visit, form, "skipped")
        latest = replace(form, draft_version=error.stored.version)
        return show(with_texts(latest, form.texts, stored_texts(error, form)))
    if skips:
        return leave(visit, form, "skipped")
    if visit.fields.get("action") == "draft":
        return RedirectResponse(work_address(form.kind, form.item, form.form), 303)
    return store(draft) or leave(visit, form)


def leave(visit: Visit, form: Form, state: Progress = "done") -> Response:
    """Ends the work on an item, and goes on to the next one."""
    saved = urlencode({"saved": "\n".join((form.kind, form.item, form.form, state))})
    assignment = assignment_of(visit, form.kind, form.item, form.form)
    if assignment is None:  # an editor, who came from the item's page
        visit.project.drop_draft(form.kind, form.item, form.person)
        return RedirectResponse(f"/author/item?{urlencode({'id': form.item})}&{saved}", 303)
    draft = visit.project.draft(form.kind, form.item, form.person)
    visit.project.finish(assignment.id, by=visit.name, state=state)
    other_forms = {
        name: content for name, content in (draft.content if draft else {}).items() if name != form.form
    }
    if other_forms:  # another form for the same item
        visit.project.save_draft(Draft(form.kind, form.item, form.person, other_forms))
    following = visit.project.next_assignment(visit.name, form.kind)
    address = work_address(form.kind, following.item, following.form) if following else "/author"
    return RedirectResponse(f"{address}{'&' if following else '?'}{saved}", 303)


@dataclass(frozen=True, slots=True)
class SavedItem:
    """An item that was just saved, and the copy of its form in the browser."""

    item: str
    copy: str
    skipped: bool


def saved_item(visit: Visit) -> SavedItem | None:
    """The item that was just saved, to confirm it on the page."""
    kind, item, form, state, *_ = [*visit.query("saved").split("\n"), "", "", "", ""]
    return SavedItem(item, copy_name(visit.name, kind, item, form), state == "skipped") if item else None


def work_address(kind: str, item: str, form: str = "") -> str:
    return f"/author/{kind}?" + urlencode({"id": item} | ({"form": form} if form else {}))
