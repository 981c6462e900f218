"""Pairs with the same meaning."""

from __future__ import annotations

from asmeant.authoring.guidelines import KnownPair, duplicates


def test_commands() -> None:
    others = [
        KnownPair("p1", "List the files", "ls  -a -l"),
        KnownPair("p2", "list files.", "pwd"),
        KnownPair("p3", "Count", "wc"),
        KnownPair("p4", "Count it all", "wc |  ("),
    ]
    remarks = [remark.message for remark in duplicates("List the files.", "ls -al", others, "bash")]
    assert remarks == [
        "'p1' has the same intent and code: List the files",
        "'p2' has the same intent: list files.",
    ]
    assert [remark.message for remark in duplicates("Sum", "wc | (", others, "bash")] == [
        "'p4' has the same code: Count it all"
    ]


def test_python() -> None:
    others = [
        KnownPair("p1", "Сложить", "a+b  # sum"),
        KnownPair("p2", "Add", "a - b"),
        KnownPair("p3", "", ""),
    ]
    assert [remark.message for remark in duplicates("Sum", "a + b", others)] == [
        "'p1' has the same code: Сложить"
    ]
    assert not list(duplicates("", "", others))
