"""The settings of a training. The defaults are the recipe of the adapter that comes with asmeant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from asmeant.errors import UnknownNameError, UsageError


@dataclass(frozen=True, slots=True)
class AdapterSettings:
    """`runs` adapters are trained in parallel and averaged. `alpha / rank` scales their updates.

    `dropout` is that of the residual stream. With the probability `alone` a prompt has no neighbours, so that
    the adapter works without them; otherwise each neighbour is left out with the probability
    `neighbour_dropout`. `warmup` is a share of all steps. `beam` is for the scores on dev.
    """

    runs: int = 3
    rank: int = 32
    alpha: float = 64.0
    rate: float = 1.5e-3
    batch: int = 32
    epochs: int = 10
    dropout: float = 0.1
    alone: float = 0.3
    neighbour_dropout: float = 0.15
    warmup: float = 0.03
    decay: float = 0.01
    clip: float = 1.0
    longest: int = 448
    longest_answer: int = 120
    beam: int = 5
    seed: int = 0


def adapter_settings(changes: Mapping[str, Any]) -> AdapterSettings:
    """The defaults with changes. Values are checked for their type and sign."""
    types: dict[str, type] = {item.name: type(item.default) for item in fields(AdapterSettings)}
    values: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in types:
            raise UnknownNameError("setting", name, set(types), "asmeant train --help")
        try:
            values[name] = types[name](value)
        except (TypeError, ValueError):
            values[name] = -1
        if values[name] < 0 or (values[name] == 0 and name in _POSITIVE):
            raise UsageError(
                f"The setting {name}={value} is not valid: it must be a positive {_NOUNS[types[name]]}."
            )
    return replace(AdapterSettings(), **values)


_POSITIVE = {"runs", "rank", "alpha", "rate", "batch", "epochs", "longest", "longest_answer", "beam"}
_NOUNS: dict[type, str] = {int: "whole number", float: "number"}
