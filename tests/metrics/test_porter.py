from __future__ import annotations

from itertools import product

import pytest

from asmeant.metrics.porter import stem
from tests import needs

ENDINGS = (
    "", "s", "ss", "ies", "ed", "eed", "ied", "ing", "y", "at", "ated", "izing", "ational", "enci", "bli",
    "alli", "fulli", "logi", "biliti", "icate", "ical", "ness", "ement", "ion", "sion", "ou", "ate", "e", "ll",
)  # fmt: skip
BEGINNINGS = (
    "",
    "y",
    "yy",
    "d",
    "ab",
    "tr",
    "tree",
    "troubl",
    "ivy",
    "hopp",
    "fil",
    "snow",
    "fizz",
    "x_1",
    "é",
)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("ties", "tie"), ("cats", "cat"),
        ("agreed", "agre"), ("feed", "feed"), ("died", "die"), ("plastered", "plaster"), ("sing", "sing"),
        ("hopping", "hop"), ("falling", "fall"), ("filing", "file"), ("happy", "happi"), ("sky", "sky"),
        ("relational", "relat"), ("geologically", "geolog"), ("adoption", "adopt"), ("rate", "rate"),
        ("controlled", "control"), ("Dying", "die"), ("is", "is"), ("", ""), ("==", "=="),
    ],
)  # fmt: skip
def test_stems_by_hand(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_stems_are_those_of_nltk() -> None:
    theirs = pytest.importorskip("nltk.stem.porter", reason=needs.DEV).PorterStemmer().stem
    words = ["".join(pieces) for pieces in product(BEGINNINGS, ENDINGS, ENDINGS)]
    assert [stem(word) for word in words] == [theirs(word) for word in words]
