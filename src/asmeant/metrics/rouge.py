"""Candidates, references -> ROUGE-L (Lin 2004): the longest common subsequence of their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from asmeant.metrics.comparing import Comparison
from asmeant.metrics.tokens import Tokens, conala, rouge_words, spaced
from asmeant.records import Task


class RougeL(Comparison):
    """ROUGE-L, its F1 over code tokens, the best reference, the mean over tasks."""

    title = "rouge-l"
    protocols: ClassVar[dict[str, str]] = {
        "official": "CoNaLa's tokens, the best reference, the mean over tasks",
        "mean": "the same, the mean over all candidates of a task",
        "best": "the same, the best candidate of each task",
        "odex": "as ODEX scores: rouge-score's words, so no marks and no case; the best rank's score",
    }

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        tokens = self._tokens(code)
        return max(f1(tokens, self._tokens(reference)) for reference in references)

    def _tokens(self, code: str) -> Tokens:
        return rouge_words(spaced(code)) if self.protocol == "odex" else conala(code)

    @property
    def settings(self) -> str:
        return f"tokenizer:{'rouge-score' if self.protocol == 'odex' else 'conala'}|measure:F1"


def f1(candidate: Tokens, reference: Tokens) -> float:
    """How much of both is common, in order. Twice the common part, over what both have."""
    if not candidate or not reference:
        return 0.0
    return 2 * longest_common(candidate, reference) / (len(candidate) + len(reference))


def longest_common(one: Tokens, other: Tokens) -> int:
    """The length of the longest common subsequence, a row of the usual table at a time in the bits of one
    integer (Hyyrö 2004): a bit that is off marks a place where the row rises.
    """
    places: dict[str, int] = {}
    for place, token in enumerate(one):
        places[token] = places.get(token, 0) | 1 << place
    full = (1 << len(one)) - 1
    row = full
    for token in other:
        if here := row & places.get(token, 0):
            row = (row + here) | (row - here)
    return len(one) - (row & full).bit_count()
