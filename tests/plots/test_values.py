from __future__ import annotations

import pytest

from asmeant.plots import (
    Plot,
    Stacks,
    to_figure,
    to_table,
)
from tests.plots.test_plots import plots


@pytest.mark.parametrize("plot", plots("word"), ids=lambda plot: type(plot).__name__)
def test_numbers_are_in_a_table_too(plot: Plot) -> None:
    table = to_table(plot)
    assert table.rows
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert "<table>" in to_figure(plot)


def test_tones_and_palette() -> None:
    plot = Stacks("t", ("a",), {"passed": (1,), "other": (1,)}, tones={"passed": "passed"})
    text = to_figure(plot)
    assert text.count("var(--passed)") == 2
    assert text.count("var(--series-1)") == 2
