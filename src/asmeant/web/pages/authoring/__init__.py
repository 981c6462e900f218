"""The pages of an authoring project: writing, voting, judging, adjudicating.

visit           the caller, their person in the project, and the form they sent
forms           drafts, conflicts, and the next item
queue           the open work of a person
writing         an intent for code, with the post (posts) and remarks while typing (remarks)
voting          descriptions side by side, blind
judging         the questions of a form
adjudicating    disagreements of judges and votes, for editors
status, items   progress and agreement; items and their history
managing        people, import and assignments, for admins
"""

from __future__ import annotations

from starlette.routing import BaseRoute, Route

from asmeant.web.settings import Settings


def routes(settings: Settings) -> list[BaseRoute]:
    """The routes; none if no project is served."""
    if not settings.project:
        return []
    from asmeant.web.pages.authoring import (
        adjudicating,
        forms,
        items,
        judging,
        managing,
        queue,
        status,
        voting,
        writing,
    )

    shown = {
        "": queue.show,
        "/person": queue.show_people,
        "/write": writing.show,
        "/vote": voting.show,
        "/judge": judging.show,
        "/adjudicate": adjudicating.show,
        "/adjudicate/judgement": adjudicating.show_judgement,
        "/votes": adjudicating.show_votes,
        "/status": status.show,
        "/items": items.show_list,
        "/item": items.show,
        "/manage": managing.show,
    }
    saved = {
        "/person": queue.become,
        "/reopen": queue.reopen,
        "/draft": forms.autosave,
        "/check": writing.check,
        "/write": writing.save,
        "/vote": voting.save,
        "/judge": judging.save,
        "/adjudicate/judgement": adjudicating.decide,
        "/votes": adjudicating.accept,
        "/proposals": adjudicating.propose,
        "/people": managing.add_person,
        "/import": managing.add_items,
        "/assign": managing.assign,
    }
    return [
        *(Route(f"/author{path}", endpoint, methods=["GET"]) for path, endpoint in shown.items()),
        *(Route(f"/author{path}", endpoint, methods=["POST"]) for path, endpoint in saved.items()),
    ]
