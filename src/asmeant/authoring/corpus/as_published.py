"""Pairs of the release -> exactly the paper's corpus and its splits.

The paper filtered and split its corpus with a parser and a word list that asmeant cannot include. The
selected rows are stored instead: see `asmeant.datasets.nl2bash.published_rows`.
"""

from __future__ import annotations

from collections.abc import Sequence

from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.corpus.split import SPLITS
from asmeant.datasets.nl2bash import published_rows
from asmeant.errors import UsageError


def published_pairs(pairs: Sequence[Pair]) -> list[Pair]:
    """The 9,305 pairs of the release that the paper keeps."""
    pairs_by_row = _by_row(pairs)
    return [pairs_by_row[row] for row in published_rows("filtered")]


def published_split(pairs: Sequence[Pair]) -> dict[str, list[Pair]]:
    """The paper's 8,090, 609 and 606 pairs."""
    pairs_by_row = _by_row(pairs)
    return {split: [pairs_by_row[row] for row in published_rows(split)] for split in SPLITS}


def _by_row(pairs: Sequence[Pair]) -> dict[int, Pair]:
    pairs_by_row = {pair.row: pair for pair in pairs}
    if not pairs_by_row.keys() >= set(published_rows("filtered")):
        raise UsageError(
            f"The paper's rows are those of the whole release, but only {len(pairs_by_row)} pairs are here. "
            f"Name its two files, all.nl and all.cm, or the dataset nl2bash."
        )
    return pairs_by_row
