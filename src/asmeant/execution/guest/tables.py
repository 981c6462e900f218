"""Tables, columns, indexes and moments of pandas <-> the trees that stand for them."""

from __future__ import annotations

from typing import Any, Dict

from .decoding import Decoder
from .encoding import Encoder, tagged
from .forms import Decode, Encode, form, library


def _column(values: Any) -> Any:
    """The values of a column or an index as plain data: an array, or items and the name of their type."""
    numpy, pandas = library("numpy"), library("pandas")
    if isinstance(values.dtype, numpy.dtype):
        return numpy.asarray(values)
    if isinstance(values.dtype, pandas.CategoricalDtype):
        codes = numpy.asarray(values.codes if hasattr(values, "codes") else values.cat.codes)
        return ["category", codes, list(values.dtype.categories), bool(values.dtype.ordered)]
    return [str(values.dtype), list(values)]


def _read_column(self: Decoder, tree: Any) -> Any:
    pandas = library("pandas")
    if not isinstance(tree, list):
        return tree
    if tree[0] == "category":
        _, codes, categories, ordered = tree
        return pandas.Categorical.from_codes(codes, categories=categories, ordered=ordered)
    if any(item is pandas.NA for item in tree[1]) and not self.permits("hidden values"):
        return pandas.Series(tree[1], dtype=object).array
    return pandas.array(tree[1], dtype=tree[0])


def _index(value: Any) -> Any:
    pandas = library("pandas")
    if isinstance(value, pandas.MultiIndex):
        return [
            "multi",
            [_column(value.get_level_values(level)) for level in range(value.nlevels)],
            list(value.names),
        ]
    if isinstance(value, pandas.RangeIndex):
        return ["range", [value.start, value.stop, value.step], value.name]
    frequency = getattr(value, "freqstr", None)
    return ["plain", _column(value), value.name, frequency if isinstance(frequency, str) else None]


def _read_index(self: Decoder, tree: Any) -> Any:
    pandas = library("pandas")
    if tree[0] == "multi":
        return pandas.MultiIndex.from_arrays(
            [pandas.Index(_read_column(self, level)) for level in tree[1]], names=tree[2]
        )
    if tree[0] == "range":
        return pandas.RangeIndex(*tree[1], name=tree[2])
    index = pandas.Index(_read_column(self, tree[1]), name=tree[2])
    if tree[3] is not None and isinstance(index, pandas.DatetimeIndex):
        index.freq = tree[3]
    return index


def _encode_frame(self: Encoder, value: Any, depth: int) -> str:
    columns = [_column(value.iloc[:, number]) for number in range(value.shape[1])]
    return tagged("frame", self.many([_index(value.index), _index(value.columns), columns], depth))


def _frame(self: Decoder, content: Any) -> Any:
    pandas = library("pandas")
    index, names, columns = self.values(content)
    rows = _read_index(self, index)
    made = {
        number: pandas.Series(_read_column(self, column), index=rows) for number, column in enumerate(columns)
    }
    frame = pandas.DataFrame(made, index=rows)
    frame.columns = _read_index(self, names)
    return frame


def _encode_series(self: Encoder, value: Any, depth: int) -> str:
    return tagged("series", self.many([_index(value.index), _column(value), value.name], depth))


def _series(self: Decoder, content: Any) -> Any:
    index, values, name = self.values(content)
    return library("pandas").Series(_read_column(self, values), index=_read_index(self, index), name=name)


def _encode_index(self: Encoder, value: Any, depth: int) -> str:
    return tagged("index", self.many(_index(value), depth))


def _encode_moment(self: Encoder, value: Any, depth: int) -> str:
    pandas = library("pandas")
    if value is pandas.NaT:
        return tagged("missing", '"NaT"')
    # Counted in the unit that it has: in nanoseconds there are no more than 584 years.
    count = [value._value, value.unit] if hasattr(value, "unit") else [value.value, "ns"]
    if isinstance(value, pandas.Timedelta):
        return tagged("timedelta", self.many(count, depth))
    zone = str(value.tz) if value.tz is not None else None
    return tagged("timestamp", self.many([*count, zone], depth))


def _timestamp(self: Decoder, content: Any) -> Any:
    count, unit, zone = self.values(content)
    moment = library("pandas").Timestamp(library("numpy").datetime64(count, unit))
    return moment.tz_localize("UTC").tz_convert(zone) if zone else moment


def _timedelta(self: Decoder, content: Any) -> Any:
    return library("pandas").Timedelta(library("numpy").timedelta64(*self.values(content)))


_encode_na: Encode = lambda self, value, depth: tagged("missing", '"NA"')  # noqa: E731
_encode_interval = form(
    "interval", lambda value: value.left, lambda value: value.right, lambda value: value.closed
)


def _period(self: Decoder, content: Any) -> Any:
    ordinal, frequency = self.values(content)
    return library("pandas").Period(ordinal=ordinal, freq=frequency)


def _missing(_: Decoder, content: Any) -> Any:
    pandas = library("pandas")
    return {"NaT": pandas.NaT, "NA": pandas.NA}[content]


ENCODERS: Dict[str, Encode] = {
    "pandas.core.frame.DataFrame": _encode_frame,
    "pandas.core.series.Series": _encode_series,
    "pandas.core.indexes.base.Index": _encode_index,
    "pandas.DataFrame": _encode_frame,
    "pandas.Series": _encode_series,
    "pandas.Index": _encode_index,
    "pandas._libs.tslibs.timestamps._Timestamp": _encode_moment,
    "pandas._libs.tslibs.timedeltas._Timedelta": _encode_moment,
    "pandas._libs.tslibs.nattype._NaT": _encode_moment,
    "pandas._libs.missing.NAType": _encode_na,
    "pandas.api.typing.NAType": _encode_na,
    "pandas._libs.tslibs.period._Period": form(
        "period", lambda value: value.ordinal, lambda value: value.freqstr
    ),
    "pandas._libs.interval.Interval": _encode_interval,
    "pandas.Interval": _encode_interval,
}
DECODERS: Dict[str, Decode] = {
    "frame": _frame,
    "series": _series,
    "index": lambda self, content: _read_index(self, self.values(content)),
    "timestamp": _timestamp,
    "timedelta": _timedelta,
    "missing": _missing,
    "period": _period,
    "interval": lambda self, content: library("pandas").Interval(*self.values(content)),
}
