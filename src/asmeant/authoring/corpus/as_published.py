"""Pairs of the release -> the paper's own corpus and split, to the row.

The rule of the paper rests on a parser and a word list that cannot come with asmeant. The rows that it chose
can: see `asmeant.datasets.nl2bash.published_rows`.
"""

from __future__ import annotations

from collections.abc import Sequence

from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.corpus.split import PARTS
from asmeant.datasets.nl2bash import published_rows
from asmeant.errors import UsageError


def published_pairs(pairs: Sequence[Pair]) -> list[Pair]:
    """The 9,305 pairs that the paper keeps, of those of the release."""
    found = _by_row(pairs)
    return [found[row] for row in published_rows("filtered")]


def published_split(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    """The paper's 8,090, 609 and 606 pairs."""
    found = _by_row(pairs)
    return {part: [found[row] for row in published_rows(part)] for part in PARTS}


def _by_row(pairs: Sequence[Pair]) -> dict[int, Pair]:
    found = {pair.row: pair for pair in pairs}
    if not found.keys() >= set(published_rows("filtered")):
        raise UsageError(
            f"The paper's rows are those of the whole release, but only {len(found)} pairs are here. "
            f"Name its two files, all.nl and all.cm, or the dataset nl2bash."
        )
    return found
