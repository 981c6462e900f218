"""Progress by person and kind of work, and how far people agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup
from starlette.responses import Response

from asmeant.analysis.annotators import annotator_tables
from asmeant.authoring.project import KINDS, STATES, Assignment
from asmeant.reports.markup import to_html
from asmeant.tables import Table
from asmeant.web.pages.authoring.visit import Visit, page
from asmeant.web.pages.words import Words
from asmeant.web.rendering import look_of


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """One kind of work of one person."""

    person: str
    kind: str
    open: int
    done: int
    skipped: int


def progress(assignments: Iterable[Assignment]) -> list[PersonProgress]:
    counts = Counter((assignment.person, assignment.kind, assignment.state) for assignment in assignments)
    keys = dict.fromkeys((person, kind) for person, kind, _ in counts)
    return [
        PersonProgress(person, kind, *(counts[person, kind, state] for state in ("open", "done", "skipped")))
        for person, kind in sorted(keys, key=lambda key: (key[0], KINDS.index(key[1])))
    ]


def agreement_tables(visit: Visit, words: Words) -> list[Markup]:
    """HTML from the functions of the report, which escape every word."""
    agreements = [visit.project.agreement(name) for name in visit.project.judged_questions()]
    tables: list[Table] = annotator_tables([agreement for agreement in agreements if agreement.subjects])
    return [Markup(to_html(words.table(table))) for table in tables]


@page()
def show(visit: Visit) -> Response:
    """An annotator sees only their own progress: others' judgements stay hidden until they have judged."""
    is_editor = visit.may("editor")
    assignments = visit.project.assignments(person=None if is_editor else visit.name)
    return visit.render(
        "status",
        rows=progress(assignments),
        states=[(state, visit.project.count_items(state=state)) for state in STATES] if is_editor else [],
        tables=agreement_tables(visit, look_of(visit.request)["t"]) if is_editor else [],
        saved=None,
        section="status",
    )
