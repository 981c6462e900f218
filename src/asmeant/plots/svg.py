"""Numbers and words -> pieces of SVG. Every word is escaped here, as it may come from a model. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10
from typing import TypeGuard

SIZE = 12.0  # of letters
ON_A_PHONE = 14.5  # of labels there: see plots.css
_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def escaped_text(words: str) -> str:
    """Words that may stand in a page: what is no text becomes a replacement mark, and the rest is escaped."""
    return escape(_NOT_TEXT.sub("�", words), quote=True)


def element(tag: str, *children: str, **attributes: object) -> str:
    """An element; its children are SVG already. `class_` is class, and `data_tip` is data-tip."""
    words = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped_text(_short(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{words}>{''.join(children)}</{tag}>" if children else f"<{tag}{words}/>"


def text(words: str, x: float, y: float, class_: str = "", anchor: str = "start") -> str:
    return element(
        "text",
        escaped_text(words),
        x=x,
        y=y,
        class_=class_ or None,
        text_anchor=None if anchor == "start" else anchor,
    )


def titled(words: str) -> str:
    """What is said of a mark that is pointed at, with or without a script."""
    return element("title", escaped_text(words))


def _short(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def width_of(words: str, size: float = SIZE) -> float:
    """About how wide words are; nobody tells us which font a page will get."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in words)
    return size * (wide + 0.64 * (len(words) - wide))


def fitted(words: str, width: float, size: float = SIZE) -> str:
    """Words that fit, with an ellipsis where they had to be cut."""
    words = " ".join(words.split())
    if width_of(words, size) <= width:
        return words
    while words and width_of(words + "…", size) > width:
        words = words[:-1]
    return words + "…"


def number(value: float) -> str:
    """A number for a reader: 3, 0.25, 12.5, 1e+06."""
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}" if abs(value) < 1e6 else f"{value:.2g}"


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers -> places."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, about: int = 5) -> list[float]:
        step = _step((self.high - self.low) / about)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [round(step * times, 12) for times in range(first, last + 1)]


def scale_for(
    values: Iterable[float | None], start: float, end: float, limits: tuple[float, float] | None = None
) -> Scale:
    """A scale that holds all values; one with room where they are all the same, or none."""
    if limits is not None and limits[0] < limits[1]:
        return Scale(*limits, start, end)
    numbers = [value for value in values if is_number(value)]
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    if low >= high:
        low, high = low - 0.5, high + 0.5
    step = _step((high - low) / 5)
    return Scale(step * floor(low / step + 1e-9), step * ceil(high / step - 1e-9), start, end)


def _step(rough: float) -> float:
    """1, 2 or 5 times a power of ten: what people count in."""
    power: float = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough * (1 - 1e-9))


def is_number(value: float | None) -> TypeGuard[float]:
    return value is not None and isfinite(value)
