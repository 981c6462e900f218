"""Plot -> SVG: well formed, to scale, and safe."""

from __future__ import annotations

from xml.etree import ElementTree

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
    to_svg,
    to_table,
)
from asmeant.plots.svg import Scale, fitted, number, plain, scale_for
from asmeant.tables import shown

NASTY = '</title><script>alert("1")</script>\x00\ud800&'
NAN = float("nan")
SVG = "{http://www.w3.org/2000/svg}"


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


def empty() -> list[Plot]:
    return [
        Bars("", (), {}), Bars("", (), {"a": ()}), Stacks("", (), {}), Lines("", (), {}), Distributions("", {}),
        Distributions("", {"a": ()}), Scatter("", {}), HeatMap("", (), (), ()),
    ]  # fmt: skip


@pytest.mark.parametrize("plot", [*plots(NASTY), *empty()], ids=lambda plot: type(plot).__name__)
def test_every_picture_is_well_formed(plot: Plot) -> None:
    root = ElementTree.fromstring(to_svg(plot, standalone=True))
    assert root.get("role") == "img"
    assert not list(root.iter("script"))
    assert not list(root.iter(f"{SVG}script"))
    for node in root.iter():
        for value in node.attrib.values():
            assert "nan" not in value.lower().split()
    assert "<script" not in to_figure(plot)


def test_a_picture_in_a_file_says_what_it_is() -> None:
    many = {f"series {place}": (Mark(1),) for place in range(12)}
    alone = to_svg(Bars("The title", ("a",), many), standalone=True)
    root = ElementTree.fromstring(alone)
    words = [node.text for node in root.iter(f"{SVG}text")]
    assert words[:3] == ["The title", "series 0", "series 1"]
    assert all(name in words for name in many)
    # The names take more than one line, and none is cut off at the edge.
    places = [float(node.get("x", 0)) for node in root.iter(f"{SVG}text") if node.text in many]
    assert places.count(min(places)) > 1
    assert max(places) < float(root.get("width", 0))
    assert "The title" not in [
        node.text for node in ElementTree.fromstring(to_svg(Bars("The title", (), {}))).iter(f"{SVG}text")
    ]


@pytest.mark.parametrize("plot", plots("word"), ids=lambda plot: type(plot).__name__)
def test_numbers_are_in_a_table_too(plot: Plot) -> None:
    table = to_table(plot)
    assert table.rows
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert "<table>" in to_figure(plot)


def test_bars_are_to_scale() -> None:
    root = ElementTree.fromstring(
        to_svg(Bars("t", ("a", "b"), {"s": (Mark(25), Mark(100))}, limits=(0, 100)))
    )
    widths = [
        float(node.get("width", "")) for node in root.iter(f"{SVG}rect") if node.get("class") != "reach"
    ]
    assert widths[1] == pytest.approx(4 * widths[0], abs=0.1)


def test_bars_below_zero_end_where_they_should() -> None:
    root = ElementTree.fromstring(to_svg(Bars("t", ("a",), {"s": (Mark(-5),)}, limits=(-10, 10))))
    reach, bar = root.iter(f"{SVG}rect")
    assert float(bar.get("x", "")) + float(bar.get("width", "")) == pytest.approx(
        float(reach.get("x", "")) + float(reach.get("width", "")) / 2, abs=0.1
    )


def test_what_is_missing_is_a_dash() -> None:
    plot = Bars("t", ("a", "b"), {"s": (Mark(None), Mark(NAN))})
    assert to_svg(plot).count(">–</text>") == 2
    assert [shown(row[1]) for row in to_table(plot).rows] == ["–", "–"]


def test_marks_tell_their_numbers() -> None:
    plot = Lines("t", (1,), {"hot": (Mark(50, 40, 60, "9 tasks"),)}, "k", "per cent")
    assert "k 1\nhot: 50.0 [40.0 – 60.0] per cent\n9 tasks" in to_svg(plot)


def test_tones_and_palette() -> None:
    plot = Stacks("t", ("a",), {"passed": (1,), "other": (1,)}, tones={"passed": "passed"})
    text = to_figure(plot)
    assert text.count("var(--passed)") == 2
    assert text.count("var(--series-1)") == 2


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
    assert plain('<a href="x">\'\x00') == "&lt;a href=&quot;x&quot;&gt;&#x27;�"
