"""References, candidates -> BLEU of one command at a time, by characters or by tokens. No smoothing.

The paper of NL2Bash reports what `sentence_bleu` of nltk gives when it is handed strings: BLEU over
characters, of one task at a time, averaged. What nltk does where no n-gram of some order is shared has
changed since. Both ways are here, by name, and neither depends on what is installed:

    official    the score is 0                                                   as nltk 3.8 has it
    2017        that order, and those above it, count as if all were shared      as nltk 3.2 had it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, log

from asmeant.metrics.best_of import BestOf
from asmeant.metrics.template import command_tokens
from asmeant.records import Task

ORDERS = 4
PROTOCOLS = {
    "official": "0 where no n-gram of some order is shared",
    "2017": "as published: an order without a shared n-gram, and those above it, are left out",
}


def sentence_bleu(
    candidate: Sequence[str], references: Sequence[Sequence[str]], protocol: str = "official"
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
            if order == 1 or protocol != "2017":
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


class CharacterBleu(BestOf):
    """BLEU by characters of the best of k candidates, a task at a time, as in NL2Bash."""

    title = "char-bleu"
    protocols = PROTOCOLS

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        return sentence_bleu(code, references, self.protocol)


class TokenBleu(BestOf):
    """BLEU by tokens of the best of k candidates, a task at a time: words, or the parts of a Bash command."""

    title = "token-bleu"
    protocols = PROTOCOLS

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        candidate, *others = (_tokens(text, task.code_language) for text in (code, *references))
        return sentence_bleu(candidate, others, self.protocol)


def _tokens(code: str, language: str) -> tuple[str, ...]:
    return command_tokens(code) if language == "bash" else tuple(code.split())
