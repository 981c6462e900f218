"""Tokens <-> numbers. Rare tokens share the number of `<unk>`; copied tokens need no number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

PAD, UNKNOWN, START, END = 0, 1, 2, 3
SPECIAL = ("<pad>", "<unk>", "<s>", "</s>")


class Vocabulary:
    """The numbers of known tokens. The first four are padding, unknown, start and end."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tuple(tokens)
        # A token of the data that looks like a special one must not end a sequence.
        self._ids: Mapping[str, int] = {
            token: number for number, token in enumerate(tokens) if number >= len(SPECIAL)
        }

    @classmethod
    def of(cls, sequences: Iterable[Sequence[str]], least_count: int = 1, most: int = 50_000) -> Vocabulary:
        """The tokens with at least `least_count` occurrences, the most frequent first."""
        counts = Counter(token for sequence in sequences for token in sequence)
        frequent = sorted(
            (token for token, count in counts.items() if count >= least_count),
            key=lambda token: (-counts[token], token),
        )
        return cls((*SPECIAL, *frequent[:most]))

    def __len__(self) -> int:
        return len(self.tokens)

    def __contains__(self, token: str) -> bool:
        return token in self._ids

    def id(self, token: str) -> int:
        return self._ids.get(token, UNKNOWN)

    def ids(self, tokens: Iterable[str]) -> list[int]:
        return [self.id(token) for token in tokens]


def source_ids(source: Sequence[str], vocabulary: Vocabulary) -> list[int]:
    """The numbers by which tokens of a source can be written: their own, or the vocabulary's size + position.

    The position is that of the first such token, so that equal tokens have equal numbers.
    """
    first: dict[str, int] = {}
    for position, token in enumerate(source):
        first.setdefault(token, position)
    return [
        vocabulary.id(token) if token in vocabulary else len(vocabulary) + first[token] for token in source
    ]


def target_ids(target: Sequence[str], source: Sequence[str], vocabulary: Vocabulary) -> list[int]:
    """The numbers of a target's tokens. Tokens that only the source has are numbered as in `source_ids`."""
    ids_of_source = dict(zip(source, source_ids(source, vocabulary), strict=True))
    return [
        vocabulary.id(token) if token in vocabulary else ids_of_source.get(token, UNKNOWN) for token in target
    ]


def written(ids: Iterable[int], source: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """The tokens of a target; the inverse of `target_ids`."""
    size = len(vocabulary)
    return [vocabulary.tokens[number] if number < size else source[number - size] for number in ids]
