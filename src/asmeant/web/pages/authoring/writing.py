"""The page for writing: an intent for up to three snippets, with remarks while typing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from starlette.responses import Response

from asmeant.authoring.project import ConflictError, Draft, Item
from asmeant.datasets.tasks_file import CODE_LANGUAGES
from asmeant.records import Task
from asmeant.web.pages.authoring.forms import (
    Form,
    open_form,
    saved_item,
    sent_form,
    submit,
    with_texts,
)
from asmeant.web.pages.authoring.remarks import SNIPPETS, remarks_on
from asmeant.web.pages.authoring.visit import Visit, assignment_of, item_of, page
from asmeant.web.pages.words import LANGUAGES
from asmeant.web.responses import RefusedError


def texts_of(item: Item) -> Mapping[str, str]:
    """The fields of the form for a stored item."""
    references = item.task.references if item.task else ()
    codes = [item.code, *references[1 : len(SNIPPETS)]]
    return {
        "intent": item.intent,
        **dict(zip(SNIPPETS, [*codes, "", ""], strict=False)),
        "intent_language": item.intent_language,
        "code_language": item.code_language,
    }


def item_with(item: Item, form: Form) -> Item:
    """The item with the texts of the form. Raises an error if something is missing."""
    intent = form.text("intent").strip()
    codes = tuple(code for name in SNIPPETS if (code := form.text(name).strip("\n").rstrip()))
    if not intent or not codes:
        raise RefusedError(422, "An item needs an intent and code. Your text is kept as a draft.")
    if form.text("intent_language") not in LANGUAGES or form.text("code_language") not in CODE_LANGUAGES:
        raise RefusedError(422, "Choose one of the languages of the form. Your text is kept as a draft.")
    changed = replace(
        item,
        intent=intent,
        code=codes[0],
        intent_language=form.text("intent_language"),
        code_language=form.text("code_language"),
        task=_task(item, codes),
        version=form.version,
    )
    return replace(changed, state="written") if item.state == "new" else changed


def _task(item: Item, codes: tuple[str, ...]) -> Task | None:
    """The task with all snippets as references, including those without a field in the form."""
    further = item.task.references[len(SNIPPETS) :] if item.task else ()
    if item.task is None and len(codes) == 1:
        return None
    task = item.task or Task(item.id, item.intent)
    return replace(task, references=(*codes, *further))


@page()
def show(visit: Visit) -> Response:
    item = item_of(visit, "write", visit.query("id"))
    return _page(visit, item, open_form(visit, "write", item, texts_of(item), follow=True))


def _page(visit: Visit, item: Item, form: Form, status: int = 200) -> Response:
    return visit.render(
        "write",
        status,
        item=item,
        form=form,
        post=visit.request.app.state.posts.of(item),
        snippets=SNIPPETS,
        remarks=remarks_on(visit.project, item, form.texts),
        assigned=assignment_of(visit, "write", item.id) is not None,
        saved=saved_item(visit),
        section="",
    )


@page()
def check(visit: Visit) -> Response:
    """The remarks as JSON, while a person types. Called by a script."""
    form = sent_form(visit)
    item = item_of(visit, "write", form.item)
    return visit.render("remarks", remarks=remarks_on(visit.project, item, form.texts))


@page()
def save(visit: Visit) -> Response:
    form = sent_form(visit)
    item = item_of(visit, "write", form.item)

    def store(draft: Draft) -> Response | None:
        try:
            visit.project.save_item(item_with(item, form), by=visit.name)
        except ConflictError:
            stored = visit.project.item(item.id)
            latest = replace(form, version=stored.version, draft_version=draft.version)
            return _page(visit, stored, with_texts(latest, form.texts, texts_of(stored)), 409)
        return None

    return submit(visit, form, lambda both: _page(visit, item, both, 409), store)
