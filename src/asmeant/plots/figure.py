"""Plot -> HTML figure: the picture, its legend, and its numbers as a table for who cannot see it. Pure."""

from __future__ import annotations

from pathlib import Path

from asmeant.plots.picture import STYLE, WIDTH, to_svg, tones_of
from asmeant.plots.svg import element, escaped_text
from asmeant.plots.values import Plot, names_of, to_table
from asmeant.tables import Table, shown

__all__ = ["SCRIPT", "STYLE", "to_figure"]

SCRIPT = Path(__file__).with_name("plots.js").read_text("utf-8")
MOST_ROWS = 200


def to_figure(plot: Plot, width: float = WIDTH) -> str:
    """What a page puts in as it is; it brings STYLE and, to make it move, SCRIPT once."""
    return element(
        "figure",
        element("figcaption", escaped_text(plot.title)),
        element("p", escaped_text(plot.about), class_="about") if plot.about else "",
        _legend(plot),
        to_svg(plot, width),
        _numbers(to_table(plot)),
        class_="plot",
    )


def _legend(plot: Plot) -> str:
    names = names_of(plot)
    if len(names) < 2 and not plot.tones:
        return ""  # the title says what it is; but a colour that means something is always told
    items = []
    for place, (name, tone) in enumerate(tones_of(plot).items()):
        # A picture of its own: a page may forbid styles in attributes.
        square = element("rect", width=10, height=10, fill=tone)
        swatch = element("svg", square, class_="swatch", viewBox="0 0 10 10", aria_hidden="true")
        items.append(element("li", swatch, escaped_text(name), data_series=place))
    return element("ul", *items, class_="legend")


def _numbers(table: Table) -> str:
    head = "".join(
        element("th", escaped_text(name), scope="col") if name else "<td></td>" for name in table.columns
    )
    rows = [
        element("tr", *(element("td", escaped_text(shown(cell)) or " ") for cell in row))
        for row in table.rows[:MOST_ROWS]
    ]
    left = len(table.rows) - MOST_ROWS
    more = element("p", escaped_text(f"And {left} more.")) if left > 0 else ""
    body = element("table", element("thead", element("tr", head)), element("tbody", *rows))
    return element(
        "details", element("summary", "Numbers"), element("div", body, more, class_="numbers", tabindex=0)
    )
