from __future__ import annotations

from xml.etree import ElementTree

import pytest

from asmeant.plots import (
    Bars,
    Mark,
    to_svg,
    to_table,
)
from asmeant.tables import shown

NAN = float("nan")


SVG = "{http://www.w3.org/2000/svg}"


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
