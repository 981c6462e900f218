"""Several replies -> the ones that answer for all: minimum Bayes risk.

A model is asked several times. The first reply is the one that is most like all replies on average, by BLEU
over characters; equal ones support each other. Each next reply is the one that adds most to what those before
it cover, so the second is of another kind than the first. No text comes twice.
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
    return f"the replies that are most like all of {samples}, by BLEU over characters"


def ranked(texts: Sequence[str]) -> list[int]:
    """Positions of the different texts, the most useful first; of equals the earlier."""
    numbers = Counter(texts)
    profiles = {text: _Profile.of(text) for text in numbers}
    rest, order = list(numbers), []  # in the order in which they came
    covered = dict.fromkeys(numbers, 0.0)
    likeness = {text: {other: bleu(profiles[text], profiles[other]) for other in numbers} for text in numbers}
    while rest:
        gains = [
            sum(
                number * max(0.0, likeness[text][other] - covered[other]) for other, number in numbers.items()
            )
            for text in rest
        ]
        best = rest.pop(gains.index(max(gains)))
        order.append(texts.index(best))
        covered = {other: max(covered[other], likeness[best][other]) for other in numbers}
    return order


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
