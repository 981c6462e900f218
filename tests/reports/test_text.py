"""Table -> text, in every format."""

from __future__ import annotations

import csv
import io

import pytest
from rich.console import Console

from asmeant.reports import Table, to_csv, to_html, to_latex, to_markdown, to_rich
from asmeant.reports.text import parts_for
from asmeant.tables import Estimate, PValue

TABLE = Table(
    "A_title & more",
    ("", "pass@1", "tasks"),
    (("a|b <i>", Estimate(0.5, 0.25, 0.75), 3), ("[x]", None, 10), ("all", Estimate(1.0), 13)),
    ("A note: 100%.",),
)


def test_markdown() -> None:
    assert to_markdown(TABLE).splitlines() == [
        "## A_title & more",
        "",
        "|  | pass@1 | tasks |",
        "| --- | ---: | ---: |",
        "| a\\|b &lt;i> | 50.0 [25.0–75.0] | 3 |",
        "| [x] | – | 10 |",
        "| all | 100.0 | 13 |",
        "",
        "A note: 100%.",
    ]


def test_markdown_cells_stay_on_their_line() -> None:
    assert "| a b |" in to_markdown(Table("t", ("c",), (("a\nb",),)))


def test_csv_holds_the_numbers() -> None:
    rows = list(csv.reader(io.StringIO(to_csv(TABLE))))
    assert rows == [
        ["", "pass@1", "pass@1 low", "pass@1 high", "tasks"],
        ["a|b <i>", "0.5", "0.25", "0.75", "3"],
        ["[x]", "", "", "", "10"],
        ["all", "1.0", "", "", "13"],
    ]


def test_csv_has_what_else_a_cell_knows() -> None:
    rows = (("a", Estimate(0.5, 0.25, 0.75, if_passed=0.625), PValue(0.0001)), ("b", Estimate(0.5), None))
    assert to_csv(Table("t", ("run", "pass@1", "p"), rows)).splitlines() == [
        "run,pass@1,pass@1 low,pass@1 high,pass@1 if undecided passed,p",
        "a,0.5,0.25,0.75,0.625,0.0001",
        "b,0.5,,,,",
    ]


def test_csv_quotes_what_must_be() -> None:
    rows = [["a"], ['x,"y"\nz']]
    assert list(csv.reader(io.StringIO(to_csv(Table("t", ("a",), (('x,"y"\nz',),)))))) == rows


def test_terminal_takes_no_markup_from_a_name() -> None:
    console = Console(width=80, file=io.StringIO())
    console.print(to_rich(Table("[bold]t", ("[red]c",), (("[/]",),))))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "[bold]t" in text
    assert "[red]c" in text
    assert "[/]" in text


@pytest.mark.parametrize("write", [to_markdown, to_csv, to_latex, to_html])
def test_a_table_without_rows(write: object) -> None:
    assert write(Table("empty", ("a", "b"), ()))  # type: ignore[operator]


WIDE = Table(
    "t", ("", "a", "b", "tasks"), (("row", Estimate(0.5, 0.25, 0.75), Estimate(0.5, 0.25, 0.75), 3),)
)


@pytest.mark.parametrize(
    ("width", "parts"),
    [
        (80, [[0, 1, 2, 3]]),
        (34, [[0, 1, 2], [0, 3]]),
        (26, [[0, 1], [0, 2, 3]]),
        (5, [[0, 1], [0, 2], [0, 3]]),
    ],
)
def test_what_is_too_wide_goes_on_below(width: int, parts: list[list[int]]) -> None:
    assert parts_for(WIDE, width) == parts


def test_an_interval_is_never_cut() -> None:
    console = Console(file=io.StringIO(), width=26)
    console.print(to_rich(WIDE))
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().count("[25.0–75.0]") == 2
