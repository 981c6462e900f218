"""Several replies -> the ones most like all others: minimum Bayes risk.

A model is asked several times. A reply is as good as it is like all replies on average, by BLEU over
characters; equal ones support each other. The best are given, each text once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from asmeant.records import Reply, Request, Sampling

ORDERS = 4
# Without it all replies would be the same.
LEAST_TEMPERATURE = 0.7

Replies = Callable[[Iterable[Request], Sampling], Iterator[Reply]]


def by_consensus(
    ask: Replies, requests: Iterable[Request], sampling: Sampling, samples: int
) -> Iterator[Reply]:
    """Each request is asked `samples` times, the first time without chance. The ranks get the best replies.

    Where there are fewer different replies than ranks, the last is repeated.
    """
    chance = replace(sampling, temperature=max(sampling.temperature, LEAST_TEMPERATURE))
    for request in requests:
        greedy = ask([replace(request, ranks=(0,))], replace(sampling, temperature=0.0))
        others = replace(request, ranks=tuple(range(1, samples)))
        replies = sorted([*greedy, *ask([others], chance)], key=lambda reply: reply.rank)
        best = ranked([reply.text for reply in replies])
        for rank in request.ranks:
            yield replace(replies[best[min(rank, len(best) - 1)]], rank=rank)


def describe(samples: int) -> str:
    return f"the replies most like all of {samples}, by BLEU over characters"


def ranked(texts: Sequence[str]) -> list[int]:
    """Positions of the different texts, the one most like all of them first; of equals the earlier."""
    numbers = Counter(texts)
    profiles = {text: _Profile.of(text) for text in numbers}
    gains = {
        text: sum(number * bleu(profiles[text], profiles[other]) for other, number in numbers.items())
        for text in numbers
    }
    first = {text: position for position, text in reversed(list(enumerate(texts)))}
    return [first[text] for text in sorted(numbers, key=lambda text: (-gains[text], first[text]))]


@dataclass(frozen=True, slots=True)
class _Profile:
    length: int
    ngrams: tuple[Counter[str], ...]

    @classmethod
    def of(cls, text: str) -> _Profile:
        orders = range(1, ORDERS + 1)
        return cls(
            len(text),
            tuple(Counter(text[at : at + order] for at in range(len(text) - order + 1)) for order in orders),
        )


def bleu(candidate: _Profile, reference: _Profile) -> float:
    """BLEU of one text by another, over characters. Orders longer than the text are left out."""
    precisions = []
    for ours, theirs in zip(candidate.ngrams, reference.ngrams, strict=True):
        if ours:
            precisions.append((ours & theirs).total() / ours.total())
    if not precisions or not all(precisions):
        return 0.0
    brevity = min(1.0, exp(1 - reference.length / candidate.length))
    return brevity * exp(sum(map(log, precisions)) / len(precisions))
