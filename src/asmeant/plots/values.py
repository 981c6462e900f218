"""Numbers -> Plot: what a picture shows, before it is drawn; and the same numbers as a Table. Pure.

A series is a name with its values; `tones` gives a series a colour that means something (`passed`, `failed`,
`undecided`), and the others take the palette in turn. A value that is None or not a number is left out of the
picture, and is a dash in the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import TypeAlias

from asmeant.tables import Cell, Estimate, Table

# More bands of one picture than that cover each other; their numbers are still told.
MOST_BANDS = 2


@dataclass(frozen=True, slots=True)
class Mark:
    """A value, how sure it is, and a word for who points at it."""

    value: float | None
    low: float | None = None
    high: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar for each label and series, with its interval; or a dot, where zero is no natural beginning."""

    title: str
    labels: tuple[str, ...]
    series: Mapping[str, tuple[Mark, ...]]
    unit: str = ""
    limits: tuple[float, float] | None = None
    dots: bool = False
    about: str = ""
    tones: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stacks:
    """For each label, the parts of a whole: counts, drawn as shares."""

    title: str
    labels: tuple[str, ...]
    series: Mapping[str, tuple[float, ...]]
    about: str = ""
    tones: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lines:
    """A line for each series over the same xs, within its band."""

    title: str
    xs: tuple[float, ...]
    series: Mapping[str, tuple[Mark, ...]]
    x_name: str = ""
    unit: str = ""
    limits: tuple[float, float] | None = None
    about: str = ""
    tones: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Distributions:
    """How the values of each series are spread: a histogram for each, over the same axis."""

    title: str
    series: Mapping[str, tuple[float, ...]]
    x_name: str = ""
    limits: tuple[float, float] | None = None
    bins: int = 24
    about: str = ""
    tones: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Scatter:
    """A dot for each thing, by two of its numbers."""

    title: str
    series: Mapping[str, tuple[Dot, ...]]
    x_name: str = ""
    y_name: str = ""
    about: str = ""
    tones: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A shade for each row and column."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    unit: str = ""
    limits: tuple[float, float] | None = None
    about: str = ""
    tones: Mapping[str, str] = field(default_factory=dict)


Plot: TypeAlias = Bars | Stacks | Lines | Distributions | Scatter | HeatMap


def names_of(plot: Plot) -> tuple[str, ...]:
    """The series, in the order in which they are drawn; a heat map has none."""
    return () if isinstance(plot, HeatMap) else tuple(plot.series)


def to_table(plot: Plot) -> Table:
    """The numbers of a plot, for who cannot see it or wants to take them along."""
    match plot:
        case Bars(labels=heads):
            rows = _by_series(heads, plot.series)
            return Table(plot.title, ("", *plot.series), rows, _unit(plot.unit))
        case Lines(xs=xs):
            rows = _by_series(tuple(f"{x:g}" for x in xs), plot.series)
            return Table(plot.title, (plot.x_name, *plot.series), rows, _unit(plot.unit))
        case Stacks(labels=heads):
            counts = tuple(zip(heads, *plot.series.values(), strict=True))
            return Table(plot.title, ("", *plot.series), counts)
        case Distributions(series=series):
            spreads = tuple(_spread(name, own) for name, own in series.items())
            return Table(plot.title, ("", "values", "median", "mean", "least", "most"), spreads)
        case Scatter(series=series):
            dots = ((dot.note, name, dot.x, dot.y) for name, own in series.items() for dot in own)
            return Table(plot.title, ("", "", plot.x_name, plot.y_name), tuple(dots))
        case HeatMap():
            cells = tuple((name, *row) for name, row in zip(plot.rows, plot.values, strict=True))
            return Table(plot.title, ("", *plot.columns), cells, _unit(plot.unit))


def _by_series(
    heads: tuple[str, ...], series: Mapping[str, tuple[Mark, ...]]
) -> tuple[tuple[Cell, ...], ...]:
    columns = [[Estimate(m.value, m.low, m.high, percent=False) for m in marks] for marks in series.values()]
    return tuple(zip(heads, *columns, strict=True))


def _unit(unit: str) -> tuple[str, ...]:
    return (f"In {unit}.",) if unit else ()


def _spread(name: str, values: tuple[float, ...]) -> tuple[Cell, ...]:
    if not values:
        return name, 0, None, None, None, None
    return name, len(values), median(values), sum(values) / len(values), min(values), max(values)
