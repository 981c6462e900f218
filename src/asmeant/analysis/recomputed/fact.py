"""One figure of a paper, and the value computed from the data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SAME = "same"


@dataclass(frozen=True, slots=True)
class Fact:
    """`published` is as printed, and determines to how many digits the two are compared.

    It is empty if the paper gives no number; then `digits` says how many are shown. `found` is None if it
    cannot be computed here. `comparable` is False if only a part of the data is available. `note` says why
    the two differ, or how it was counted.
    """

    place: str
    what: str
    published: str
    found: float | None
    note: str = ""
    digits: int = 0
    comparable: bool = True

    @property
    def shown(self) -> str:
        return "" if self.found is None else f"{self.found:.{self.places}f}"

    @property
    def agrees(self) -> bool | None:
        return self.shown == self.published if self._is_compared else None

    @property
    def difference(self) -> str:
        """Our figure minus the printed one, to the printed digits; None if the two are not compared."""
        if not self._is_compared:
            return ""
        if self.agrees:
            return SAME
        return f"{float(self.shown) - float(self.published):+.{self.places}f}"

    @property
    def _is_compared(self) -> bool:
        return bool(self.published) and self.found is not None and self.comparable

    @property
    def places(self) -> int:
        """The number of digits after the decimal point."""
        return len(self.published.partition(".")[2]) if self.published else self.digits


def mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0
