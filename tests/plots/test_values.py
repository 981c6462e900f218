from __future__ import annotations

import pytest

from asmeant.plots import (
    Bars,
    Distributions,
    Dot,
    HeatMap,
    Lines,
    Mark,
    Plot,
    Scatter,
    Stacks,
    to_figure,
    to_table,
)

NAN = float("nan")


def plots(word: str) -> list[Plot]:
    marks = (Mark(50, 40, 60, word), Mark(None), Mark(NAN, NAN, NAN))
    labels = (word, f"{word}2", f"{word}3")
    return [
        Bars(word, labels, {word: marks, f"{word}2": marks}, "per cent", (0, 100), about=word),
        Bars(word, labels, {word: marks}, dots=True),
        Stacks(word, labels, {word: (1, 0, 2), f"{word}2": (1, 0, 0)}),
        Lines(word, (1, 2, 3), {word: marks, f"{word}2": marks}, word, "per cent"),
        Distributions(word, {word: (0.1, 0.5, NAN), f"{word}2": ()}, word),
        Scatter(word, {word: (Dot(1, 2, word), Dot(NAN, 1))}, word, word),
        HeatMap(word, labels[:2], labels, ((1, None, NAN), (2, 3, 4)), word),
    ]


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
