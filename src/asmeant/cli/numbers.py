"""Types for numbers on the command line. Every one has a lower and an upper bound."""

from __future__ import annotations

import math
from typing import Any

import click


class Whole(click.IntRange):
    """An integer with both bounds."""

    name = "integer"

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)


class Real(click.FloatRange):
    """A number with both bounds. click alone would accept `nan` in every range."""

    name = "number"

    def __init__(self, least: float, most: float, above: bool = False) -> None:
        super().__init__(least, most, min_open=above)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number. Give one in the range {self._describe_range()}.", param, ctx)
        return number


SECONDS = Real(0.01, 86_400)  # up to a day
MEMORY_MB = Whole(16, 16 << 20)  # up to 16 TB
WORKERS = Whole(1, 1024)
SAMPLES = Whole(1, 100_000)
TOKENS = Whole(1, 10**15)
MONEY = Real(0, 1e12, above=True)
CACHE_MB = Whole(1, 16 << 20)  # up to 16 TB
TASKS = Whole(1, 1_000_000_000)
TEMPERATURE = Real(0, 100)
TOP_P = Real(0, 1, above=True)
MAX_TOKENS = Whole(1, 10_000_000)
SHOTS = Whole(0, 1000)
SCORE = Whole(0, 1_000_000)  # of a question
# Every model server and random generator accepts these.
SEED = Whole(0, 2**31 - 1)
