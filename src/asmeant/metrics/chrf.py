"""Candidates, references -> chrF (Popović 2015): n-grams of characters, white space left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from asmeant.metrics.comparing import Comparison, summed
from asmeant.metrics.ngrams import shared
from asmeant.metrics.tokens import spaced
from asmeant.records import Task
from asmeant.seams import Statistic

ORDER = 6
BETA = 2


class Chrf(Comparison):
    """Corpus chrF over n-grams of 1 to 6 characters, the best reference."""

    title = "chrf"
    protocols: ClassVar[dict[str, str]] = {
        "official": "as sacrebleu's chrF2: corpus, 6 characters, no words, the best reference",
        "mean": "the same over all candidates of a task, not only the first",
        "odex": "as ODEX scores: the same over CoNaLa's tokens, the best rank's score",
    }
    width = 3 * ORDER

    def compare(self, code: str, references: Sequence[str], task: Task) -> tuple[float, ...]:
        candidate = self._characters(code)
        found = [character_matches(candidate, self._characters(reference)) for reference in references]
        return found[0] if len(found) == 1 else max(found, key=chrf)

    def _characters(self, code: str) -> str:
        return "".join((spaced(code) if self.protocol == "odex" else code).split())

    def pooled(self, found: Sequence[tuple[float, ...]]) -> Statistic:
        return summed(found)

    def finish(self, sums: Sequence[float], tasks: int) -> float:
        return chrf(sums)

    @property
    def settings(self) -> str:
        return f"characters:{ORDER}|words:0|beta:{BETA}|space:no"


def character_matches(candidate: str, reference: str) -> tuple[float, ...]:
    """For each order: n-grams of the candidate, of the reference, and those that match."""
    found: list[int] = []
    for below, common in enumerate(shared(candidate, reference, ORDER)):
        there = max(len(reference) - below, 0)
        # An order that the reference is too short for says nothing.
        found += (max(len(candidate) - below, 0) if there else 0, there, common)
    return tuple(found)


def chrf(sums: Sequence[float]) -> float:
    """The F-score of mean precision and mean recall over the orders that both sides have."""
    orders = [sums[start : start + 3] for start in range(0, 3 * ORDER, 3)]
    whole = [(mine, theirs, common) for mine, theirs, common in orders if mine and theirs]
    if not whole:
        return 0.0
    precision = sum(common / mine for mine, _, common in whole) / len(whole)
    recall = sum(common / theirs for _, theirs, common in whole) / len(whole)
    if not precision or not recall:
        return 0.0
    return (1 + BETA**2) * precision * recall / (BETA**2 * precision + recall)
