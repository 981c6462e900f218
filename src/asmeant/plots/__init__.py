"""Plot -> SVG: drawn in plain text, without a library, for pages that open from disk.

to_svg(plot)       one picture, to put into a page or, with `standalone`, into a file
to_figure(plot)    the picture with its legend, its caption, and its numbers as a table
STYLE, SCRIPT      what a page needs once: colours for light, dark and print; tooltips and toggles
"""

from asmeant.plots.figure import SCRIPT, STYLE, to_figure
from asmeant.plots.picture import to_svg
from asmeant.plots.values import (
    Bars,
    Distributions,
    Dot,
    HeatMap,
    Lines,
    Mark,
    Plot,
    Scatter,
    Stacks,
    to_table,
)

__all__ = [
    "SCRIPT",
    "STYLE",
    "Bars",
    "Distributions",
    "Dot",
    "HeatMap",
    "Lines",
    "Mark",
    "Plot",
    "Scatter",
    "Stacks",
    "to_figure",
    "to_svg",
    "to_table",
]
