from __future__ import annotations

from xml.etree import ElementTree

from asmeant.plots import (
    Bars,
    Mark,
    to_svg,
)

SVG = "{http://www.w3.org/2000/svg}"


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
