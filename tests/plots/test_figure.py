from __future__ import annotations

from asmeant.plots import Bars, Mark, Stacks, to_figure
from asmeant.plots.figure import MOST_ROWS


def test_a_figure_has_a_title_a_picture_and_its_numbers() -> None:
    html = to_figure(Bars("Title", ("a", "b"), {"one": (Mark(1), Mark(2))}, about="About <it>."))
    assert "<figcaption>Title</figcaption>" in html
    assert "About &lt;it&gt;." in html
    assert html.count("<svg") == 1
    assert html.count("<tr>") == 3


def test_a_legend_where_there_is_something_to_tell_apart() -> None:
    one, two = (Mark(1),), (Mark(2),)
    assert "legend" not in to_figure(Bars("T", ("a",), {"one": one}))
    html = to_figure(Bars("T", ("a",), {"one": one, "two": two}))
    assert html.count("<li ") == 2
    assert 'class="legend"' in to_figure(Stacks("T", ("a",), {"passed": (1.0,)}, tones={"passed": "passed"}))


def test_long_tables_are_cut() -> None:
    labels = tuple(map(str, range(MOST_ROWS + 5)))
    html = to_figure(Bars("T", labels, {"one": tuple(Mark(1) for _ in labels)}))
    assert "And 5 more." in html
