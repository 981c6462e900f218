from __future__ import annotations

from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.metrics.bleu import Bleu, Smoothing, bleu, ngram_counts
from asmeant.metrics.measuring import measure
from asmeant.metrics.resampling import aggregated
from asmeant.metrics.tokens import conala
from tests import needs
from tests.metrics.comparing import answered, pairs, task

WORDS = st.text(alphabet="abcd ", max_size=30)


def corpus(protocol: str, *texts: tuple[str, str]) -> float:
    metric = Bleu(protocol)
    return aggregated(metric, list(measure(metric, pairs(*texts)).statistics.values()))


@pytest.mark.parametrize(
    ("candidate", "references", "closest", "counts"),
    [
        ("a b c d", ["a b c e"], True, (3, 2, 1, 0, 4, 3, 2, 1, 4, 4)),
        ("the the the", ["the cat", "the the dog"], True, (2, 1, 0, 0, 3, 2, 1, 0, 3, 3)),
        ("a b c d e", ["a b", "a b c d e f"], True, (5, 4, 3, 2, 5, 4, 3, 2, 5, 6)),
        ("a b c d e", ["a b", "a b c d e f"], False, (5, 4, 3, 2, 5, 4, 3, 2, 5, 2)),
        ("a b c", ["a b", "a b c d"], True, (3, 2, 1, 0, 3, 2, 1, 0, 3, 2)),
        ("", ["a b"], True, (0, 0, 0, 0, 0, 0, 0, 0, 0, 2)),
    ],
)
def test_counts_by_hand(
    candidate: str, references: list[str], closest: bool, counts: tuple[int, ...]
) -> None:
    assert ngram_counts(conala(candidate), [conala(text) for text in references], closest) == counts


@pytest.mark.parametrize(
    ("sums", "smoothing", "value"),
    [
        ((8, 6, 4, 2, 9, 7, 5, 3, 9, 9), "none", (8 / 9 * 6 / 7 * 4 / 5 * 2 / 3) ** 0.25),
        ((4, 3, 2, 1, 4, 3, 2, 1, 4, 6), "none", exp(1 - 6 / 4)),
        ((3, 2, 1, 0, 4, 3, 2, 1, 4, 4), "none", 0.0),
        ((3, 2, 1, 0, 4, 3, 2, 1, 4, 4), "add-one", (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25),
        ((3, 2, 0, 0, 4, 3, 2, 1, 4, 4), "exp", (3 / 4 * 2 / 3 * (1 / 2) / 2 * (1 / 4) / 1) ** 0.25),
        ((0, 0, 0, 0, 4, 3, 2, 1, 4, 4), "exp", 0.0),
        ((2, 1, 0, 0, 2, 1, 0, 0, 2, 2), "exp", 0.0),
        ((0, 0, 0, 0, 0, 0, 0, 0, 0, 5), "none", 0.0),
        ((0, 0, 0, 0, 0, 0, 0, 0, 0, 5), "add-one", 0.0),
    ],
)
def test_the_number_by_hand(sums: tuple[int, ...], smoothing: Smoothing, value: float) -> None:
    assert bleu(sums, smoothing) == pytest.approx(value)


def test_it_is_over_the_corpus_and_no_mean_of_tasks() -> None:
    texts = [("a b c d", "a b c e"), ("a b c d e", "a b c d e")]
    assert corpus("official", *texts) == pytest.approx((8 / 9 * 6 / 7 * 4 / 5 * 2 / 3) ** 0.25)


@settings(deadline=None)
@given(st.lists(st.tuples(WORDS, st.text(alphabet="abcd", min_size=1, max_size=9)), min_size=1, max_size=5))
def test_mbart_is_sacrebleu(texts: list[tuple[str, str]]) -> None:
    sacrebleu = pytest.importorskip("sacrebleu", reason=needs.DEV)
    theirs = sacrebleu.corpus_bleu([code for code, _ in texts], [[reference for _, reference in texts]])
    assert corpus("mbart", *texts) == pytest.approx(theirs.score / 100)


@settings(deadline=None)
@given(st.lists(st.tuples(WORDS, WORDS.filter(str.strip)), min_size=1, max_size=5))
def test_official_is_sacrebleu_on_our_tokens(texts: list[tuple[str, str]]) -> None:
    sacrebleu = pytest.importorskip("sacrebleu", reason=needs.DEV)
    theirs = sacrebleu.corpus_bleu(
        [" ".join(conala(code)) for code, _ in texts],
        [[" ".join(conala(reference)) for _, reference in texts]],
        tokenize="none",
        smooth_method="none",
    )
    assert corpus("official", *texts) == pytest.approx(theirs.score / 100)


@pytest.mark.parametrize(
    ("protocol", "code", "reference", "same"),
    [
        ("conala", "f(a, 'b', c)", 'f(a,\n  "b", c)', True),
        ("conala", "F(a, b, c)", "f(a, b, c)", False),
        ("tae", "F(A, 'b', c)", 'f(a, ("b"), c)', True),
        ("tranx", "f(a, ('b'), c)", "f(a, 'b', c)", False),
        ("mbart", "f(a, 'b', c)", 'f(a, "b", c)', False),
        ("odex", "f(a, 'b', c)", 'f(a, "b", c)', True),
    ],
)
def test_what_protocols_take_for_the_same(protocol: str, code: str, reference: str, same: bool) -> None:
    assert (corpus(protocol, (code, reference)) == pytest.approx(1.0)) is same


@pytest.mark.parametrize(
    ("protocol", "language", "references", "reason"),
    [
        ("official", "python", ("x = (",), ""),
        ("tranx", "python", ("x = (",), "reference does not parse"),
        ("tranx", "python", ("x = (", "x"), ""),
        ("tranx", "bash", ("ls",), "not Python"),
        ("tae", "python", ("0XG",), "reference does not parse"),
        ("tae", "python", ("Print 1",), "reference does not parse"),
        ("tae", "python", ("x IN y",), ""),
        ("tranx", "python", ("x IN y",), "reference does not parse"),
        ("official", "python", ("", " \n"), "no reference"),
        ("tranx", "python", (), "no reference"),
    ],
)
def test_tasks_that_a_protocol_leaves_out(
    protocol: str, language: str, references: tuple[str, ...], reason: str
) -> None:
    metric, given_task = Bleu(protocol), task(*references, language=language)
    assert metric.why(given_task, answered("x"), []) == reason
    assert (metric.measure(given_task, answered("x"), []) is None) == bool(reason)


def test_tranx_takes_the_first_candidate_that_parses() -> None:
    assert "|candidate:first that parses" in Bleu("tranx").signature
    good = Bleu("tranx").measure(task("a(b)"), answered("a(", "a(b)"), [])
    assert good == Bleu("tranx").measure(task("a(b)"), answered("a(b)"), [])
    assert Bleu("tranx").measure(task("a(b)"), answered("a("), []) == (0, 0, 0, 0, 0, 0, 0, 0, 0, 4)


def test_odex_takes_the_best_rank_of_all_tasks_not_of_each() -> None:
    metric = Bleu("odex")
    first = metric.measure(task("a b c d"), answered("a b c d", "x"), [])
    second = metric.measure(task("e f g h"), answered("y", "e f g h"), [])
    third = metric.measure(task("i j k l"), answered("z", "i j k l"), [])
    assert first is not None
    assert second is not None
    assert third is not None
    by_rank = [
        metric.finish([sum(column) for column in zip(*part, strict=True)], 3)
        for part in (
            [first[:10], second[:10], third[:10]],  # type: ignore[index]
            [first[10:], second[10:], third[10:]],  # type: ignore[index]
        )
    ]
    assert metric.aggregate([first, second, third]) == max(by_rank) == by_rank[1] < 1


def test_nl2bash_is_the_mean_over_tasks_of_bleu_by_characters() -> None:
    assert corpus("nl2bash", ("ls -l", "ls -l"), ("zzzz", "ls -l")) == 0.5


def test_deep_code_is_rewritten_as_far_as_python_can() -> None:
    deep = "-" * 3000 + "x"
    assert Bleu("tae").why(task(deep), answered(deep), []) in ("", "reference does not parse")
