"""Plot -> SVG: the frame around a drawing, with what it is called and what it says. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from asmeant.plots.drawing import Drawing
from asmeant.plots.fields import draw_distributions, draw_lines, draw_scatter
from asmeant.plots.rows import draw_bars, draw_heat_map, draw_stacks
from asmeant.plots.svg import SIZE, element, escaped_text, fitted, text, width_of
from asmeant.plots.values import Bars, Distributions, HeatMap, Lines, Plot, Scatter, Stacks, names_of

WIDTH = 460.0  # so that letters are still read on a phone, where a picture is as wide as the screen
MARGIN = 10.0
STYLE = Path(__file__).with_name("plots.css").read_text("utf-8")


def to_svg(plot: Plot, width: float = WIDTH, standalone: bool = False) -> str:
    """The picture alone. `standalone` brings its own colours, title and legend, for a file of its own."""
    tones = tones_of(plot)
    drawing = _draw(plot, tones, width)
    if standalone:
        drawing = _framed(plot, tones, drawing, width)
    return element(
        "svg",
        element("title", escaped_text(plot.title)),
        element("desc", escaped_text(plot.about or f"{plot.title}. The numbers are in the table below.")),
        *([element("style", STYLE.replace("<", "&lt;"))] if standalone else []),
        *drawing.elements,
        xmlns="http://www.w3.org/2000/svg",
        class_="plot",
        role="img",
        viewBox=f"0 0 {width:g} {drawing.height:g}",
        width=width if standalone else None,
        height=drawing.height if standalone else None,
        aria_label=plot.title,
    )


def tones_of(plot: Plot) -> dict[str, str]:
    """The colour of each series."""
    return {
        name: f"var(--{plot.tones[name]})" if name in plot.tones else f"var(--series-{place % 8})"
        for place, name in enumerate(names_of(plot))
    }


def _framed(plot: Plot, tones: Mapping[str, str], drawing: Drawing, width: float) -> Drawing:
    """On paper, below its title and, where there are several series, their names."""
    y = MARGIN + SIZE
    elements = [text(fitted(plot.title, width - 2 * MARGIN), MARGIN, y, "title")]
    x = MARGIN
    for name, tone in tones.items() if len(tones) > 1 or plot.tones else ():
        word = fitted(name, width - 2 * MARGIN - 1.5 * SIZE)
        if x == MARGIN or x + width_of(word) + 2 * SIZE > width:
            x, y = MARGIN, y + 1.6 * SIZE
        elements.append(
            element("rect", x=x, y=y - 0.8 * SIZE, width=0.8 * SIZE, height=0.8 * SIZE, fill=tone)
        )
        elements.append(text(word, x + 1.2 * SIZE, y))
        x += width_of(word) + 2.8 * SIZE
    top = y + 1.2 * SIZE
    paper = element("rect", width=width, height=top + drawing.height + MARGIN, fill="var(--paper)")
    # A little smaller, so that there is a margin on both sides.
    scale = (width - 2 * MARGIN) / width
    moved = element("g", *drawing.elements, transform=f"translate({MARGIN:g} {top:g}) scale({scale:.4f})")
    return Drawing((paper, *elements, moved), top + drawing.height + MARGIN)


def _draw(plot: Plot, tones: dict[str, str], width: float) -> Drawing:
    match plot:
        case Bars():
            return draw_bars(plot, tones, width)
        case Stacks():
            return draw_stacks(plot, tones, width)
        case Lines():
            return draw_lines(plot, tones, width)
        case Distributions():
            return draw_distributions(plot, tones, width)
        case Scatter():
            return draw_scatter(plot, tones, width)
        case HeatMap():
            return draw_heat_map(plot, width)
