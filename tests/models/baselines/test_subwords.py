from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from asmeant.models.baselines.subwords import Subwords

TEXTS = ["lower newest widest", "lowest low new", "sorted(list, key=lambda x: x[1])"] * 3


def test_frequent_words_are_one_part_and_rare_ones_are_several() -> None:
    subwords = Subwords.of(TEXTS, 200, least_count=3)
    assert subwords.split(" low") == ["▁low"]
    assert len(subwords.split("=lambda")) == 2
    assert len(subwords.split("zebra")) > 1


@given(st.text(alphabet="abc lowernst(),[]\n\t'=_é", max_size=40))
def test_join_undoes_split(text: str) -> None:
    subwords = Subwords.of(TEXTS, 40)
    assert subwords.join(subwords.split(text)) == text


def test_merges_are_learnt_in_the_order_of_their_frequency() -> None:
    subwords = Subwords.of(["aaab aab ab"], 2)
    assert subwords.merges[0] in {("a", "b"), ("a", "a")}
    assert len(subwords.merges) == 2
