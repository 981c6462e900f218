"""One figure of a paper, and what the data gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SAME = "same"


@dataclass(frozen=True, slots=True)
class Fact:
    """`published` is as it was printed, and tells to how many digits the two are compared.

    It is empty for what the paper tells without a number; then `digits` tells how many are shown. `found` is
    None where it cannot be computed here. `comparable` is False where only a part of the data is there.
    `note` says why the two differ, or how it was counted.
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
        """Ours less theirs, as far as it was printed; nothing where the two are not compared."""
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
        """Digits after the point."""
        return len(self.published.partition(".")[2]) if self.published else self.digits


def mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0
