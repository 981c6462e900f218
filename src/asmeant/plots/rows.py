"""Bars, Stacks, HeatMap -> Drawing: one row for each label, one below the other. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from asmeant.plots.drawing import Drawing, group, label_width, tooltip, upright_grid, value_words
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
    width_of,
)
from asmeant.plots.values import Bars, HeatMap, Mark, Stacks

BAR, GAP, TOP = 13.0, 9.0, 6.0


def _row_label(words: str, right: float, y: float) -> str:
    """The name of a row, shortened to fit before the row; a tooltip has all of it."""
    return element("g", text(fitted(words, right, ON_A_PHONE), right, y, "label", "end"), titled(words))


def _row_labels(labels: Sequence[str], right: float, high: float) -> Iterator[str]:
    """The names of rows that are `high` each."""
    for row, label in enumerate(labels):
        yield _row_label(label, right, TOP + row * high + high / 2 + 0.35 * SIZE)


def draw_bars(plot: Bars, tones: Mapping[str, str], width: float) -> Drawing:
    left = label_width(plot.labels, width) + 8
    marks = [mark for marks in plot.series.values() for mark in marks]
    ends = [end for mark in marks for end in (mark.value, mark.low, mark.high)]
    scale = scale_for([*ends, *([] if plot.dots else [0.0])], left, width - 48, plot.limits)
    high = max(1, len(plot.series)) * (BAR + 2) + GAP
    bottom = TOP + high * len(plot.labels)
    elements = upright_grid(scale, TOP, bottom, plot.unit)
    elements.extend(_row_labels(plot.labels, left - 8, high))
    for place, (name, own_marks) in enumerate(plot.series.items()):
        bars = []
        for row, mark in enumerate(own_marks):
            y = TOP + row * high + GAP / 2 + place * (BAR + 2)
            tooltip_text = tooltip(name, plot.labels[row], mark, plot.unit)
            bars.append(_bar(plot, mark, scale, y, tones[name], width, tooltip_text))
        elements.append(group(place, bars))
    return Drawing(tuple(elements), bottom + 2 * SIZE)


def _bar(plot: Bars, mark: Mark, scale: Scale, y: float, tone: str, width: float, tooltip_text: str) -> str:
    middle = y + BAR / 2
    if mark.value is None or not is_number(mark.value):
        return element(
            "g",
            text("–", width - 4, middle + 0.35 * SIZE, "value", "end"),
            titled(tooltip_text),
            class_="mark",
        )
    x, zero = scale.at(mark.value), scale.at(0)
    shape = (
        element("circle", cx=x, cy=middle, r=4.5, fill=tone)
        if plot.dots
        else element("rect", x=min(zero, x), y=y, width=abs(x - zero), height=BAR, rx=2, fill=tone)
    )
    return element(
        "g",
        # As high as the row, so that a bar of no length can be pointed at, too.
        element("rect", x=scale.start, y=y, width=scale.end - scale.start, height=BAR, class_="reach"),
        shape,
        *_whisker(mark, scale, middle),
        text(value_words(mark.value, plot.unit), width - 4, middle + 0.35 * SIZE, "value", "end"),
        titled(tooltip_text),
        class_="mark",
        tabindex=0,
    )


def _whisker(mark: Mark, scale: Scale, y: float) -> list[str]:
    if mark.low is None or mark.high is None or not (is_number(mark.low) and is_number(mark.high)):
        return []
    low, high = scale.at(mark.low), scale.at(mark.high)
    path = f"M{low:.1f} {y - 3:.1f}v6M{low:.1f} {y:.1f}H{high:.1f}M{high:.1f} {y - 3:.1f}v6"
    return [element("path", d=path, class_="whisker")]


def draw_stacks(plot: Stacks, tones: Mapping[str, str], width: float) -> Drawing:
    left = label_width(plot.labels, width) + 8
    scale = Scale(0, 100, left, width - 16)
    high = BAR + 4 + GAP
    bottom = TOP + high * len(plot.labels)
    elements = upright_grid(scale, TOP, bottom, "per cent")
    columns = list(zip(*plot.series.values(), strict=True)) if plot.series else []
    elements.extend(_row_labels(plot.labels, left - 8, high))
    for place, (name, counts) in enumerate(plot.series.items()):
        boxes = []
        for row, count in enumerate(counts):
            whole = sum(columns[row])
            if count <= 0 or whole <= 0:
                continue
            before = sum(columns[row][:place])
            x, end = scale.at(100 * before / whole), scale.at(100 * (before + count) / whole)
            tooltip_text = (
                f"{plot.labels[row]}\n{name}: {number(count)} of {number(whole)} ({count / whole:.1%})"
            )
            box = element(
                "rect", x=x, y=TOP + row * high + GAP / 2, width=max(0.5, end - x - 1), height=BAR + 4, rx=2,
                fill=tones[name],
            )  # fmt: skip
            boxes.append(element("g", box, titled(tooltip_text), class_="mark", tabindex=0))
        elements.append(group(place, boxes))
    return Drawing(tuple(elements), bottom + 2 * SIZE)


def draw_heat_map(plot: HeatMap, width: float) -> Drawing:
    left = label_width(plot.rows, width) + 8
    wide = (width - left - 4) / max(1, len(plot.columns))
    high, head = 24.0, 2.0 * SIZE
    shades = scale_for([value for row in plot.values for value in row], 0.06, 0.9, plot.limits)
    elements = []
    for place, name in enumerate(plot.columns):
        head_words = text(fitted(name, wide - 4), left + (place + 0.5) * wide, head - 8, "tick", "middle")
        elements.append(element("g", head_words, titled(name)))
    for row, (name, values) in enumerate(zip(plot.rows, plot.values, strict=True)):
        y = head + row * high
        elements.append(_row_label(name, left - 8, y + high / 2 + 4))
        for place, value in enumerate(values):
            amount = f"{number(value)} {plot.unit}" if is_number(value) else "undecided"
            tooltip_text = f"{name}, {plot.columns[place]}\n{amount}"
            elements.append(_cell(value, shades, left + place * wide, y, wide - 2, high - 2, tooltip_text))
    return Drawing(tuple(elements), head + high * len(plot.rows) + 4)


def _cell(
    value: float | None, shades: Scale, x: float, y: float, wide: float, high: float, tooltip_text: str
) -> str:
    if value is None or not is_number(value):
        box, words, tone = (
            element("rect", x=x, y=y, width=wide, height=high, rx=2, class_="none"),
            "–",
            "tick",
        )
    else:
        shade = shades.at(value)
        box = element(
            "rect", x=x, y=y, width=wide, height=high, rx=2, fill="var(--series-0)", fill_opacity=shade
        )
        words, tone = number(value), "on-dark" if shade > 0.55 else "value"
    written = text(words, x + wide / 2, y + high / 2 + 4, tone, "middle") if wide >= width_of(words) else ""
    return element("g", box, written, titled(tooltip_text), class_="mark", tabindex=0)
