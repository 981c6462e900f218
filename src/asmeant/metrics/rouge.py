"""Candidates, references -> ROUGE-L (Lin 2004): the longest common subsequence of their tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from asmeant.metrics.comparing import Comparison
from asmeant.metrics.protocols import CONALA, MetricProtocol, Tokenizer
from asmeant.metrics.tokens import Tokens, rouge_words, spaced
from asmeant.records import Task


def _rouge_score_words(code: str) -> Tokens:
    return rouge_words(spaced(code))


@dataclass(frozen=True, slots=True)
class RougeProtocol(MetricProtocol):
    tokenizer: Tokenizer = CONALA
    measure: Literal["F1"] = "F1"


class RougeL(Comparison):
    """ROUGE-L, its F1 over code tokens, the best reference, the mean over tasks."""

    title = "rouge-l"
    protocols: ClassVar[Mapping[str, RougeProtocol]] = {
        "official": RougeProtocol("CoNaLa's tokens, the best reference, the mean over tasks"),
        "mean": RougeProtocol("the same, the mean over all candidates of a task", "all of each task"),
        "best": RougeProtocol("the same, the best candidate of each task", "best of each task"),
        "odex": RougeProtocol(
            "as ODEX scores: rouge-score's words, so no marks and no case; the best rank's score",
            "best rank over all tasks",
            Tokenizer("rouge-score", _rouge_score_words),
        ),
    }

    @property
    def rule(self) -> RougeProtocol:
        return self.protocols[self.protocol]

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        tokens = self.rule.tokenizer(code)
        return max(f1(tokens, self.rule.tokenizer(reference)) for reference in references)


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
