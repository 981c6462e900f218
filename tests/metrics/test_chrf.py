from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.metrics.chrf import Chrf, character_matches, chrf
from asmeant.metrics.measuring import measure
from asmeant.metrics.resampling import aggregated
from tests import needs
from tests.metrics.comparing import pairs, task

TEXTS = st.text(alphabet="abc d\né", max_size=20)


def test_by_hand() -> None:
    counts = character_matches("abcd", "abce")
    assert counts == (4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)
    mean = (3 / 4 + 2 / 3 + 1 / 2 + 0) / 4
    assert chrf(counts) == pytest.approx(mean)
    # Precision 2/4 and 1/3, recall 1 and 1: the orders above 2 are not in the reference.
    short = character_matches("abxy", "ab")
    assert short == (4, 2, 2, 3, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    precision = (2 / 4 + 1 / 3) / 2
    assert chrf(short) == pytest.approx(5 * precision / (4 * precision + 1))


@settings(deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS.filter(str.strip)), min_size=1, max_size=5))
def test_official_is_sacrebleus(texts: list[tuple[str, str]]) -> None:
    sacrebleu = pytest.importorskip("sacrebleu", reason=needs.DEV)
    theirs = sacrebleu.corpus_chrf([code for code, _ in texts], [[reference for _, reference in texts]])
    found = list(measure(Chrf(), pairs(*texts)).statistics.values())
    assert aggregated(Chrf(), found) == pytest.approx(theirs.score / 100)


@settings(deadline=None)
@given(TEXTS, st.lists(TEXTS.filter(str.strip), min_size=2, max_size=3))
def test_the_best_of_several_references_is_sacrebleus(code: str, references: list[str]) -> None:
    sacrebleu = pytest.importorskip("sacrebleu", reason=needs.DEV)
    theirs = sacrebleu.sentence_chrf(code, references).score / 100
    assert chrf(Chrf().compare(code, references, task())) == pytest.approx(theirs)


def test_white_space_does_not_count_and_quotes_do_unless_odex() -> None:
    assert chrf(Chrf().compare("f( a )", ["f(a)"], task())) == 1.0
    assert chrf(Chrf().compare("f('a')", ['f("a")'], task())) < 1.0
    assert chrf(Chrf("odex").compare("f('a')", ['f("a")'], task())) == 1.0
