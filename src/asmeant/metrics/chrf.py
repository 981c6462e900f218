"""Candidates, references -> chrF (Popović 2015): n-grams of characters, white space left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from asmeant.metrics.comparing import Comparison, summed
from asmeant.metrics.ngrams import shared
from asmeant.metrics.protocols import CONALA, MetricProtocol, Tokenizer
from asmeant.records import Task
from asmeant.seams import Statistic

ORDER = 6
BETA = 2


@dataclass(frozen=True, slots=True)
class ChrfProtocol(MetricProtocol):
    characters: int = ORDER
    words: int = 0
    beta: int = BETA
    space: Literal["no"] = "no"
    tokenizer: Tokenizer | None = None


class Chrf(Comparison):
    """Corpus chrF over n-grams of 1 to 6 characters, the best reference."""

    title = "chrf"
    protocols: ClassVar[Mapping[str, ChrfProtocol]] = {
        "official": ChrfProtocol("as sacrebleu's chrF2: corpus, 6 characters, no words, the best reference"),
        "mean": ChrfProtocol(
            "the same over all candidates of a task, not only the first", "all of each task"
        ),
        "odex": ChrfProtocol(
            "as ODEX scores: the same over CoNaLa's tokens, the best rank's score",
            "best rank over all tasks",
            tokenizer=CONALA,
        ),
    }
    width = 3 * ORDER

    @property
    def rule(self) -> ChrfProtocol:
        return self.protocols[self.protocol]

    def compare(self, code: str, references: Sequence[str], task: Task) -> tuple[float, ...]:
        candidate = self._characters(code)
        counts = [character_matches(candidate, self._characters(reference)) for reference in references]
        return counts[0] if len(counts) == 1 else max(counts, key=chrf)

    def _characters(self, code: str) -> str:
        """Without white space."""
        return "".join(self.rule.tokenizer(code) if self.rule.tokenizer else code.split())

    def pooled(self, statistics: Sequence[tuple[float, ...]]) -> Statistic:
        return summed(statistics)

    def finish(self, sums: Sequence[float], tasks: int) -> float:
        return chrf(sums)


def character_matches(candidate: str, reference: str) -> tuple[float, ...]:
    """For each order: n-grams of the candidate, of the reference, and those that match."""
    counts: list[int] = []
    for below, common in enumerate(shared(candidate, reference, ORDER)):
        there = max(len(reference) - below, 0)
        # An order that the reference is too short for says nothing.
        counts += (max(len(candidate) - below, 0) if there else 0, there, common)
    return tuple(counts)


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
