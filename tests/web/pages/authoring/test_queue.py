"""What a person has to do: only their own."""

from __future__ import annotations

from collections.abc import Callable

from asmeant.authoring.project import Assignment, Project
from asmeant.web.pages.authoring.queue import kinds_of_work
from tests.web.pages.authoring.making import Person, add_votes


def test_everyone_sees_their_own_work(project: Project, visitor: Callable[[str], Person]) -> None:
    add_votes(project, "i2")
    ann, bob = visitor("ann").get("/author"), visitor("bob").get("/author")
    assert "/author/write?id=i1" in ann
    assert "/author/vote?id=i2" in ann
    assert "i1" not in bob.partition("<main")[2]
    assert "/author/vote?id=i2" in bob
    assert "Nothing is left to do" in visitor("ed").get("/author")


def test_work_is_counted_by_kind() -> None:
    work = kinds_of_work(
        [
            Assignment(1, "write", "a", "ann", "done"),
            Assignment(2, "write", "b", "ann"),
            Assignment(3, "write", "c", "ann"),
            Assignment(4, "judge", "a", "ann", "skipped", "pairs"),
            Assignment(5, "judge", "b", "ann", "open", "pairs"),
        ]
    )
    assert [(one.kind, one.open, one.done, one.skipped) for one in work] == [
        ("write", 2, 1, 0),
        ("judge", 1, 0, 1),
    ]
    assert [one.next for one in work] == ["/author/write?id=b", "/author/judge?id=b&form=pairs"]
