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
)

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
