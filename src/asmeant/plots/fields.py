"""Lines, Distributions, Scatter -> Drawing: marks between two axes. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from asmeant.plots.drawing import Drawing, group, label_width, level_grid, tooltip, upright_grid
from asmeant.plots.svg import (
    ON_A_PHONE,
    SIZE,
    Scale,
    element,
    fitted,
    is_number,
    number,
    scale_for,
    text,
    titled,
)
from asmeant.plots.values import MOST_BANDS, Distributions, Dot, Lines, Mark, Scatter

LEFT, RIGHT, TOP, HEIGHT = 46.0, 12.0, 8.0, 210.0


def draw_lines(plot: Lines, tones: Mapping[str, str], width: float) -> Drawing:
    marks = [mark for marks in plot.series.values() for mark in marks]
    ends = [end for mark in marks for end in (mark.value, mark.low, mark.high)]
    across = Scale(min(plot.xs, default=0), max(plot.xs, default=1), LEFT + 8, width - RIGHT - 8)
    if across.low >= across.high:
        across = Scale(across.low - 0.5, across.low + 0.5, across.start, across.end)
    up = scale_for(ends, TOP + HEIGHT, TOP, plot.limits)
    elements = level_grid(up, LEFT, width - RIGHT, plot.unit)
    shown = plot.xs if len(plot.xs) <= 12 else across.ticks(8)
    elements += [text(number(x), across.at(x), TOP + HEIGHT + 1.4 * SIZE, "tick", "middle") for x in shown]
    elements.append(text(plot.x_name, (LEFT + width) / 2, TOP + HEIGHT + 2.9 * SIZE, "axis", "middle"))
    for place, (name, own_marks) in enumerate(plot.series.items()):
        pairs = [(x, mark) for x, mark in zip(plot.xs, own_marks, strict=True) if is_number(mark.value)]
        tooltips = [tooltip(name, f"{plot.x_name} {x:g}".strip(), mark, plot.unit) for x, mark in pairs]
        banded = len(plot.series) <= MOST_BANDS
        elements.append(group(place, _line(pairs, tooltips, across, up, tones[name], banded)))
    return Drawing(tuple(elements), TOP + HEIGHT + 3.4 * SIZE)


def _line(
    pairs: Sequence[tuple[float, Mark]],
    tooltips: Sequence[str],
    across: Scale,
    up: Scale,
    tone: str,
    banded: bool,
) -> list[str]:
    spots = [(across.at(x), up.at(mark.value or 0.0)) for x, mark in pairs]
    sure = [(across.at(x), mark) for x, mark in pairs if is_number(mark.low) and is_number(mark.high)]
    band = [f"{x:.1f},{up.at(mark.high or 0.0):.1f}" for x, mark in sure]
    band += [f"{x:.1f},{up.at(mark.low or 0.0):.1f}" for x, mark in reversed(sure)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    dots = [
        element(
            "g",
            element("circle", cx=x, cy=y, r=10, class_="reach"),
            element("circle", cx=x, cy=y, r=3.5, fill=tone, class_="spot"),
            titled(words),
            class_="mark",
            tabindex=0,
        )
        for (x, y), words in zip(spots, tooltips, strict=True)
    ]
    return [
        *([element("polygon", points=" ".join(band), fill=tone, class_="band")] if banded else []),
        element("polyline", points=line, stroke=tone, class_="line"),
        *dots,
    ]


def draw_distributions(plot: Distributions, tones: Mapping[str, str], width: float) -> Drawing:
    finite = {name: [value for value in numbers if is_number(value)] for name, numbers in plot.series.items()}
    left = label_width([*plot.series, "n = 1000"], width) + 12
    scale = scale_for([v for numbers in finite.values() for v in numbers], left, width - RIGHT, plot.limits)
    high = 70.0
    bottom = TOP + high * len(finite)
    elements = upright_grid(scale, TOP, bottom, name=plot.x_name)
    for place, (name, numbers) in enumerate(finite.items()):
        base = TOP + (place + 1) * high
        head = [
            text(fitted(name, left - 12, ON_A_PHONE), left - 12, base - high / 2 + 4, "label", "end"),
            text(f"n = {len(numbers)}", left - 12, base - high / 2 + 4 + 1.2 * SIZE, "tick", "end"),
            element("line", x1=left, x2=width - RIGHT, y1=base, y2=base, class_="base"),
        ]
        elements.append(
            group(place, [*head, *_histogram(name, numbers, plot.bins, scale, base, high, tones[name])])
        )
    return Drawing(tuple(elements), bottom + 3.4 * SIZE)


def _histogram(
    name: str, values: Sequence[float], bins: int, scale: Scale, base: float, high: float, tone: str
) -> list[str]:
    """Boxes as high as their share of the series, so that a small series can be compared with a large one."""
    if not values:
        return []
    wide = (scale.high - scale.low) / bins
    counts = [0] * bins
    for value in values:
        counts[min(max(int((value - scale.low) / wide), 0), bins - 1)] += 1
    most, elements = max(counts), []
    for place, count in enumerate(counts):
        if count:
            low, tall = scale.low + place * wide, count / most * (high - 14)
            x, end = scale.at(low), scale.at(low + wide)
            box = element("rect", x=x + 0.5, y=base - tall, width=end - x - 1, height=tall, fill=tone, rx=1)
            share = f"{count} of {len(values)} ({count / len(values):.1%})"
            tooltip_text = f"{name}: {number(low)} to {number(low + wide)}\n{share}"
            elements.append(element("g", box, titled(tooltip_text), class_="mark", tabindex=0))
    middle = scale.at(median(values))
    tooltip_text = f"{name}: median {number(median(values))}"
    mark = element("path", d=f"M{middle:.1f} {base:.1f}V{base - high + 8:.1f}", class_="median")
    return [*elements, element("g", mark, titled(tooltip_text), class_="mark")]


def draw_scatter(plot: Scatter, tones: Mapping[str, str], width: float) -> Drawing:
    dots = [dot for dots_of in plot.series.values() for dot in dots_of]
    across = scale_for([dot.x for dot in dots], LEFT + 8, width - RIGHT - 8)
    up = scale_for([dot.y for dot in dots], TOP + 1.4 * SIZE + HEIGHT, TOP + 1.8 * SIZE)
    bottom = TOP + 1.4 * SIZE + HEIGHT
    elements = [
        text(plot.y_name, 0, TOP + 4, "axis"),
        *level_grid(up, LEFT, width - RIGHT),
        *upright_grid(across, TOP + 1.8 * SIZE, bottom, name=plot.x_name),
    ]
    for place, (name, dots_of) in enumerate(plot.series.items()):
        elements.append(
            group(
                place, [_dot(dot, name, across, up, tones[name], plot) for dot in dots_of if _is_there(dot)]
            )
        )
    return Drawing(tuple(elements), bottom + 3.4 * SIZE)


def _is_there(dot: Dot) -> bool:
    return is_number(dot.x) and is_number(dot.y)


def _dot(dot: Dot, name: str, across: Scale, up: Scale, tone: str, plot: Scatter) -> str:
    tooltip_text = f"{dot.note or name}\n{plot.x_name}: {number(dot.x)}\n{plot.y_name}: {number(dot.y)}"
    circle = element("circle", cx=across.at(dot.x), cy=up.at(dot.y), r=4, fill=tone, class_="dot")
    return element("g", circle, titled(tooltip_text), class_="mark", tabindex=0)
