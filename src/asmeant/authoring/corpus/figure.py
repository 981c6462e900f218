"""Counts -> SVG: bars on a logarithmic scale, as in Figure 1 of NL2Bash. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, log10

from asmeant.plots import STYLE
from asmeant.plots.svg import element, escaped_text, text, titled, width_of

ROW, TOP, BOTTOM, GAP = 17.0, 26.0, 34.0, 8.0


def log_bars(title: str, counts: Mapping[str, int], unit: str, width: float = 620.0) -> str:
    """A complete SVG file with one bar per name, on a logarithmic scale."""
    left = 1.15 * max((width_of(name) for name in counts), default=0.0) + 2 * GAP
    right = width - width_of("00,000") - GAP
    decades = max(1, ceil(log10(max(counts.values(), default=10))))
    # The scale starts below 1, so that a single use is visible.
    step = (right - left) / (decades + 0.15)
    height = TOP + ROW * len(counts) + BOTTOM

    def position(count: float) -> float:
        return left + step * (log10(count) + 0.15)

    return element(
        "svg",
        element("title", escaped_text(title)),
        element("desc", escaped_text(f"{title}. Bars on a logarithmic scale: {unit}.")),
        element("style", STYLE.replace("<", "&lt;")),
        element("rect", width=width, height=height, fill="var(--paper)"),
        text(title, left, 16.0),
        *(
            shape
            for decade in range(decades + 1)
            for shape in _line(10**decade, position(10**decade), height)
        ),
        *(
            shape
            for row, (name, count) in enumerate(counts.items())
            for shape in _bar(row, name, count, left, position(count), unit)
        ),
        text(f"{unit} (logarithmic)", right, height - 4.0, "axis", "end"),
        xmlns="http://www.w3.org/2000/svg",
        class_="plot",
        role="img",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        aria_label=title,
    ) + "\n"  # fmt: skip


def _line(count: int, x: float, height: float) -> Iterator[str]:
    yield element("line", x1=x, x2=x, y1=TOP, y2=height - BOTTOM, class_="grid")
    yield text(f"{count:,}", x, height - BOTTOM + 14.0, "tick", "middle")


def _bar(row: int, name: str, count: int, left: float, end: float, unit: str) -> Iterator[str]:
    y = TOP + ROW * row
    yield text(name, left - GAP / 2, y + ROW - 5.0, anchor="end")
    tooltip = titled(f"{name}: {count:,} {unit}")
    yield element(
        "rect", tooltip, x=left, y=y + 2.0, width=end - left, height=ROW - 4.0, rx=2.0, fill="var(--series-0)"
    )
    yield text(f"{count:,}", end + 4.0, y + ROW - 5.0, "tick")
