"""References, candidates -> BLEU of one command at a time, by characters or by tokens. No smoothing.

The paper of NL2Bash reports what `sentence_bleu` of nltk gives when it is handed strings: BLEU over
characters, of one task at a time, averaged. What nltk does where no n-gram of some order is shared has
changed since. Both ways are here, by name, and neither depends on what is installed:

    official    the score is 0                                                   as nltk 3.8 has it
    2017        that order, and those above it, count as if all were shared      as nltk 3.2 had it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import ClassVar, Literal

from asmeant.metrics.best_of import BestOf
from asmeant.metrics.protocols import MetricProtocol
from asmeant.metrics.template import command_tokens
from asmeant.records import Task

ORDERS = 4
OrdersNotShared = Literal["score 0", "left out"]


@dataclass(frozen=True, slots=True)
class SentenceBleuProtocol(MetricProtocol):
    """What becomes of an order of which no n-gram is shared."""

    orders_not_shared: OrdersNotShared = "score 0"


PROTOCOLS: Mapping[str, SentenceBleuProtocol] = {
    "official": SentenceBleuProtocol("0 where no n-gram of some order is shared", "best of each task"),
    "2017": SentenceBleuProtocol(
        "as published: an order without a shared n-gram, and those above it, are left out",
        "best of each task",
        "left out",
    ),
}


def sentence_bleu(
    candidate: Sequence[str],
    references: Sequence[Sequence[str]],
    orders_not_shared: OrdersNotShared = "score 0",
) -> float:
    """BLEU of one candidate: the geometric mean of its precisions for 1 to 4 units, less for brevity."""
    logarithms = 0.0
    for order in range(1, ORDERS + 1):
        counts = Counter(_ngrams(candidate, order))
        most: Counter[Sequence[str]] = Counter()
        for reference in references:
            most |= Counter(_ngrams(reference, order))
        shared = sum(min(count, most[ngram]) for ngram, count in counts.items())
        if not shared:
            if order == 1 or orders_not_shared == "score 0":
                return 0.0
            break
        logarithms += log(shared / counts.total()) / ORDERS
    return _brevity(len(candidate), [len(reference) for reference in references]) * exp(logarithms)


def _ngrams(units: Sequence[str], order: int) -> list[Sequence[str]]:
    """Parts of a string are strings, and of a tuple tuples: either can be counted."""
    return [units[start : start + order] for start in range(len(units) - order + 1)]


def _brevity(length: int, references: Sequence[int]) -> float:
    """1 for a candidate that is longer than the reference nearest in length; of two as near, the shorter."""
    nearest = min(references, key=lambda other: (abs(other - length), other))
    return 1.0 if length > nearest else exp(1 - nearest / length)


class _SentenceBleu(BestOf):
    protocols: ClassVar[Mapping[str, SentenceBleuProtocol]] = PROTOCOLS

    @property
    def rule(self) -> SentenceBleuProtocol:
        return self.protocols[self.protocol]


class CharacterBleu(_SentenceBleu):
    """BLEU by characters of the best of k candidates, a task at a time, as in NL2Bash."""

    title = "char-bleu"

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        return sentence_bleu(code, references, self.rule.orders_not_shared)


class TokenBleu(_SentenceBleu):
    """BLEU by tokens of the best of k candidates, a task at a time: words, or the parts of a Bash command."""

    title = "token-bleu"

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        candidate, *others = (_tokens(text, task.code_language) for text in (code, *references))
        return sentence_bleu(candidate, others, self.rule.orders_not_shared)


def _tokens(code: str, language: str) -> tuple[str, ...]:
    return command_tokens(code) if language == "bash" else tuple(code.split())
