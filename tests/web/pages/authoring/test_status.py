"""Progress by person and kind, and agreement with intervals: the latter for editors."""

from __future__ import annotations

from collections.abc import Callable

from asmeant.authoring.project import Assignment, Judgement, Project
from asmeant.web.pages.authoring.status import PersonProgress, progress
from tests.web.pages.authoring.making import Person


def test_progress_and_agreement(project: Project, visitor: Callable[[str], Person]) -> None:
    project.assign("judge", ["i1", "i2"], ["ann", "bob"], by="ed", each=2, form="pairs")
    ed = visitor("ed")
    assert "There is no agreement to compute yet" in ed.get("/author/status")
    for person, item, answer in (
        ("ann", "i1", "y"), ("ann", "i2", "n"), ("bob", "i1", "y"), ("bob", "i2", "y"),
    ):  # fmt: skip
        project.judge(Judgement("correct", item, person, answer))
    page = ed.get("/author/status")
    for word in ("Krippendorff", "Fleiss", "Cohen", "ann, bob", "0.50"):
        assert word in page
    own = visitor("bob").get("/author/status")
    assert "Krippendorff" not in own
    assert "<td>ann</td>" not in own


def test_work_is_counted_by_person_and_kind() -> None:
    rows = progress(
        [
            Assignment(1, "judge", "a", "bob", "done"),
            Assignment(2, "write", "a", "bob"),
            Assignment(3, "write", "a", "ann"),
        ]
    )
    assert rows == [
        PersonProgress("ann", "write", 1, 0, 0),
        PersonProgress("bob", "write", 1, 0, 0),
        PersonProgress("bob", "judge", 0, 1, 0),
    ]
