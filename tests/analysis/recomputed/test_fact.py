from __future__ import annotations

import pytest

from asmeant.analysis.recomputed import fact_tables
from asmeant.analysis.recomputed.fact import Fact
from asmeant.tables import shown


@pytest.mark.parametrize(
    ("published", "found", "shown_as", "agrees"),
    [
        ("466", 466, "466", True),
        ("16", 26, "26", False),
        ("1.8", 1.8063, "1.8", True),
        ("", 483, "483", None),
    ],
)
def test_figures_are_compared_as_they_were_printed(
    published: str, found: float, shown_as: str, agrees: bool | None
) -> None:
    fact = Fact("Table 1", "tasks", published, found)
    assert (fact.shown, fact.agrees) == (shown_as, agrees)


def test_a_table_shows_the_difference_and_why() -> None:
    facts = [
        Fact("Figure 3", "most", "16", 26, "a reason"),
        Fact("Figure 3", "all", "", 3),
        Fact("Table 1", "tasks", "4", 4),
    ]
    figure, table = fact_tables("mbupp", facts)
    assert (figure.title, table.title) == ("mbupp, Figure 3", "mbupp, Table 1")
    assert figure.columns == ("what", "published", "ours", "difference", "why")
    assert [[shown(cell) for cell in row] for row in figure.rows] == [
        ["most", "16", "26", "+10", "a reason"],
        ["all", "–", "3", "–", ""],
    ]
    assert [shown(cell) for cell in table.rows[0]] == ["tasks", "4", "4", "same"]


def test_what_is_true_of_all_rows_is_said_once() -> None:
    (table,) = fact_tables("odex", [Fact("Table 5", name, "1", 2, "a reason") for name in "ab"])
    assert table.notes == ("A reason.",)
    assert "why" not in table.columns
