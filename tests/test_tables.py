"""Cells and how they are shown."""

from __future__ import annotations

import pytest

from asmeant.tables import Cell, Estimate, PValue, Table, is_numeric, number, shown


@pytest.mark.parametrize(
    ("cell", "text", "value"),
    [
        ("word", "word", None),
        (3, "3", 3.0),
        (0.25, "0.25", 0.25),
        (123456.0, "1.235e+05", 123456.0),
        (None, "–", None),
        (float("nan"), "–", None),
        (float("inf"), "–", None),
        (True, "yes", 1.0),
        (Estimate(0.5), "50.0", 0.5),
        (Estimate(0.5, 0.25, 0.75), "50.0 [25.0–75.0]", 0.5),
        (Estimate(-0.1, -0.2, 0.1), "-10.0 [-20.0 to 10.0]", -0.1),
        (Estimate(0.5, float("nan"), 0.75), "50.0", 0.5),
        (Estimate(None), "–", None),
        (Estimate(float("nan"), 0.1, 0.2), "–", None),
        (Estimate(0.0321, percent=False, digits=3), "0.032", 0.0321),
        (PValue(1.0), "1.000", 1.0),
        (PValue(0.0312), "0.031", 0.0312),
        (PValue(0.001), "0.001", 0.001),
        (PValue(0.00099), "< 0.001", 0.00099),
        (PValue(0.0), "< 0.001", 0.0),
    ],
)
def test_cells(cell: Cell, text: str, value: float | None) -> None:
    assert shown(cell) == text
    assert number(cell) == value


def test_numeric_columns() -> None:
    table = Table(
        "t", ("name", "score", "words", "gaps"), (("a", Estimate(0.5), "x", None), ("b", 3, "", 1.0))
    )
    assert [is_numeric(table, place) for place in range(4)] == [False, True, False, True]
