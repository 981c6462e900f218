"""Marks -> pieces of a picture: what all kinds of plot have in common. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from asmeant.plots.svg import ON_A_PHONE, SIZE, Scale, element, number, text, width_of
from asmeant.plots.values import Mark


@dataclass(frozen=True, slots=True)
class Drawing:
    """SVG, and how high it has become."""

    elements: tuple[str, ...]
    height: float


def group(place: int, elements: Iterable[str]) -> str:
    """The marks of one series, which a page can take away and give back."""
    return element("g", *elements, class_="series", data_series=place)


def label_width(labels: Iterable[str], width: float) -> float:
    """Room for the names of rows: what they need, up to two fifths of the picture."""
    return min(max((width_of(label, ON_A_PHONE) for label in labels), default=0) + 4, 0.4 * width)


def upright_grid(scale: Scale, top: float, bottom: float, unit: str = "", name: str = "") -> list[str]:
    """Lines from top to bottom, with their numbers and the name of the axis below."""
    elements = []
    for tick in scale.ticks():
        x = scale.at(tick)
        kind = "base" if tick == 0 and scale.low < 0 else "grid"
        elements.append(element("line", x1=x, x2=x, y1=top, y2=bottom, class_=kind))
        elements.append(text(number(tick) + _sign(unit), x, bottom + 1.3 * SIZE, "tick", "middle"))
    if name:
        elements.append(text(name, (scale.start + scale.end) / 2, bottom + 2.9 * SIZE, "axis", "middle"))
    return elements


def level_grid(scale: Scale, left: float, right: float, unit: str = "") -> list[str]:
    """Lines from left to right, with their numbers before them."""
    elements = []
    for tick in scale.ticks():
        y = scale.at(tick)
        elements.append(element("line", x1=left, x2=right, y1=y, y2=y, class_="grid"))
        elements.append(text(number(tick) + _sign(unit), left - 6, y + 0.35 * SIZE, "tick", "end"))
    return elements


def _sign(unit: str) -> str:
    return "%" if unit == "per cent" else ""


def value_words(value: float, unit: str) -> str:
    """A number beside its mark: per cent with one digit, so that they line up."""
    return f"{value:.1f}" if unit == "per cent" else number(value)


def tooltip(name: str, label: str, mark: Mark, unit: str) -> str:
    """What a mark says to who points at it."""
    if mark.value is None:
        return f"{label}\n{name}: undecided"
    sure = f" [{mark.low:.1f} – {mark.high:.1f}]" if mark.low is not None and mark.high is not None else ""
    lines = [label, f"{name}: {value_words(mark.value, unit)}{sure} {unit}".strip(), mark.note]
    return "\n".join(line for line in lines if line)
