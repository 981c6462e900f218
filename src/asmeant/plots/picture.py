"""Plot -> SVG: the frame around a drawing, with what it is called and what it says. Pure."""

from __future__ import annotations

from pathlib import Path

from asmeant.plots.drawing import Drawing
from asmeant.plots.fields import draw_distributions, draw_lines, draw_scatter
from asmeant.plots.rows import draw_bars, draw_heat_map, draw_stacks
from asmeant.plots.svg import element, plain
from asmeant.plots.values import Bars, Distributions, HeatMap, Lines, Plot, Scatter, Stacks, names_of

WIDTH = 460.0  # so that letters are still read on a phone, where a picture is as wide as the screen
STYLE = Path(__file__).with_name("plots.css").read_text("utf-8")


def to_svg(plot: Plot, width: float = WIDTH, standalone: bool = False) -> str:
    """The picture alone. `standalone` brings its own colours, for a file of its own."""
    drawing = _drawn(plot, width)
    return element(
        "svg",
        element("title", plain(plot.title)),
        element("desc", plain(plot.about or f"{plot.title}. The numbers are in the table below.")),
        *([element("style", STYLE.replace("<", "&lt;"))] if standalone else []),
        *drawing.pieces,
        xmlns="http://www.w3.org/2000/svg",
        class_="plot",
        role="img",
        viewBox=f"0 0 {width:g} {drawing.height:g}",
        width=width if standalone else None,
        height=drawing.height if standalone else None,
        aria_label=plot.title,
    )


def _drawn(plot: Plot, width: float) -> Drawing:
    tones = {
        name: f"var(--{plot.tones[name]})" if name in plot.tones else f"var(--series-{place % 8})"
        for place, name in enumerate(names_of(plot))
    }
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
