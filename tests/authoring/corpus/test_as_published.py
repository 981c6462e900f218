from __future__ import annotations

import pytest

from asmeant.authoring.corpus.as_published import published_pairs, published_split
from asmeant.authoring.corpus.pairs import Pair
from asmeant.errors import UsageError


def test_rows_are_taken_by_number() -> None:
    pairs = [Pair(row, f"Do {row}", "ls") for row in reversed(range(12607))]
    kept, parts = published_pairs(pairs), published_split(pairs)
    assert [pair.intent for pair in kept[:2]] == ["Do 3", "Do 4"]
    assert [len(kept), *map(len, parts.values())] == [9305, 8090, 609, 606]


def test_other_pairs_are_refused() -> None:
    with pytest.raises(UsageError, match="only 1 pairs are here"):
        published_pairs([Pair(0, "Do it", "ls")])
