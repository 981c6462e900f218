from __future__ import annotations

import pytest

from asmeant.plots.svg import Scale, escaped_text, fitted, number, scale_for

NAN = float("nan")


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-10, 10, [-10, -5, 0, 5, 10]),
        (0, 7, [0, 2, 4, 6]),
    ],
)
def test_ticks_are_what_people_count_in(low: float, high: float, ticks: list[float]) -> None:
    assert Scale(low, high, 0, 1).ticks() == ticks


@pytest.mark.parametrize("values", [[], [None], [NAN], [3], [3, 3], [1, 2], [-1e9, 1e9], [1e-9, 2e-9]])
def test_a_scale_holds_its_values(values: list[float | None]) -> None:
    scale = scale_for(values, 0, 100)
    assert scale.low < scale.high
    for value in values:
        if value is not None and value == value:
            assert scale.low <= value <= scale.high


@pytest.mark.parametrize(
    ("words", "width", "cut"),
    [
        ("short", 100, "short"),
        ("a very long label", 40, "a ve…"),
        ("日本語日本語", 40, "日本…"),
        ("a\nb", 99, "a b"),
    ],
)
def test_words_that_do_not_fit_are_cut(words: str, width: float, cut: str) -> None:
    assert fitted(words, width) == cut


@pytest.mark.parametrize(
    ("value", "text"), [(3, "3"), (0.25, "0.25"), (12.34, "12.3"), (12345, "12,345"), (2e7, "2e+07")]
)
def test_numbers_for_a_reader(value: float, text: str) -> None:
    assert number(value) == text


def test_plain_words() -> None:
    assert escaped_text('<a href="x">\'\x00') == "&lt;a href=&quot;x&quot;&gt;&#x27;�"
