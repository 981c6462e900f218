"""Lines, dots and distributions: drawn to scale, with a tooltip for each mark."""

from __future__ import annotations

import re

from asmeant.plots import Distributions, Dot, Lines, Mark, Scatter, to_svg


def test_a_line_goes_through_its_values_and_breaks_at_none() -> None:
    svg = to_svg(Lines("T", (1, 2, 3), {"one": (Mark(0), Mark(50), Mark(100))}, "k", "per cent", (0, 100)))
    heights = list(dict.fromkeys(float(y) for y in re.findall(r'<circle [^>]*cy="([\d.]+)"', svg)))
    assert len(heights) == 3
    assert heights == sorted(heights, reverse=True)
    assert abs((heights[0] + heights[2]) / 2 - heights[1]) < 0.2
    gap = to_svg(Lines("T", (1, 2, 3), {"one": (Mark(0), Mark(None), Mark(100))}, "k", "per cent", (0, 100)))
    assert len(set(re.findall(r'<circle [^>]*cy="([\d.]+)"', gap))) == 2


def test_dots_lie_where_their_numbers_are() -> None:
    svg = to_svg(Scatter("T", {"one": (Dot(0, 0, "low"), Dot(10, 5, "high"))}, "across", "up"))
    places = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg)]
    (low_x, low_y), (high_x, high_y) = places
    assert low_x < high_x
    assert low_y > high_y
    assert "high\nacross: 10\nup: 5" in svg


def test_a_distribution_has_its_median_and_how_many() -> None:
    svg = to_svg(Distributions("T", {"passed": (0.1, 0.2, 0.9), "failed": ()}, "bleu"))
    assert "passed: median 0.2" in svg
    assert "n = 3" in svg
    assert "n = 0" in svg
