"""One figure of a paper, and what the data gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """`published` is as it was printed, and tells to how many digits the two are compared.

    It is empty for what the paper tells without a number; then `digits` tells how many are shown.
    """

    place: str
    what: str
    published: str
    found: float
    note: str = ""
    digits: int = 0

    @property
    def shown(self) -> str:
        digits = len(self.published.rstrip("%").partition(".")[2]) if self.published else self.digits
        return f"{self.found:.{digits}f}" + ("%" if self.published.endswith("%") else "")

    @property
    def agrees(self) -> bool | None:
        return self.shown == self.published if self.published else None


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0
