from __future__ import annotations

from math import exp
from random import Random

import pytest

from asmeant.metrics.character_bleu import CharacterBleu, TokenBleu, sentence_bleu
from asmeant.records import Candidate
from asmeant.testing import make_task
from tests import needs


@pytest.mark.parametrize(
    ("candidate", "references", "now", "in_2017"),
    [
        ("abcde", ["abcde"], 1.0, 1.0),
        ("abcde", ["zzzzz", "abcde"], 1.0, 1.0),
        ("vwxyz", ["abcde"], 0.0, 0.0),
        # 4 of 5 characters, 3 of 4 pairs, 2 of 3 triples, 1 of 2 quadruples
        ("abcdz", ["abcde"], (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25, (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25),
        # no triple: nothing now; then the 2 of 3 characters and 1 of 2 pairs were all that counted
        ("abz", ["abc"], 0.0, (2 / 3 * 1 / 2) ** 0.25),
        ("abcd", ["abcdefgh"], exp(1 - 8 / 4), exp(1 - 8 / 4)),  # brevity
        ("abcdef", ["abcd", "abcdefgh"], 1.0, 1.0),  # 4 is as near as 8, and shorter: no brevity
        ("aaaa", ["aa"], 0.0, (2 / 4 * 1 / 3) ** 0.25),  # a character counts as often as a reference has it
        ("ab", ["ab"], 0.0, 1.0),  # too short for an order: none is shared
    ],
)  # fmt: skip
def test_known_values(candidate: str, references: list[str], now: float, in_2017: float) -> None:
    assert sentence_bleu(candidate, references) == pytest.approx(now)
    assert sentence_bleu(candidate, references, "left out") == pytest.approx(in_2017)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_equals_nltk() -> None:
    library = pytest.importorskip("nltk.translate.bleu_score", reason=needs.DEV)
    random = Random(0)
    for _ in range(300):
        drawn = ["".join(random.choices("abc -", k=random.randint(1, 14))) for _ in range(4)]
        candidate, references = drawn[0], drawn[1 : random.randint(2, 4)]
        expected = library.sentence_bleu(references, candidate)
        # What nltk puts in place of a zero leaves a number of about 1e-78.
        assert sentence_bleu(candidate, references) == pytest.approx(expected, abs=1e-12)


def candidates(*codes: str) -> list[Candidate]:
    return [Candidate("double", rank, code) for rank, code in enumerate(codes)]


def test_the_best_of_the_first_k_counts() -> None:
    task = make_task(references=("find . -name a", "ls"))
    given = candidates("rm", "find . -name b", "find . -name a")
    values = [CharacterBleu(k).measure(task, given, []) for k in (1, 2, 3, 4)]
    assert values == [0.0, pytest.approx((10 / 14) ** 0.25), 1.0, None]
    assert TokenBleu(3).measure(task, given, []) == 1.0
    assert TokenBleu(2).measure(task, given, []) == 0.0
    assert TokenBleu(2, "2017").measure(task, given, []) == pytest.approx((3 / 4 * 2 / 3 * 1 / 2) ** 0.25)


def test_the_name_and_signature_say_how_it_is_computed() -> None:
    assert (CharacterBleu(3).name, CharacterBleu(3).signature) == (
        "char-bleu@3",
        "protocol:official|k:3|orders-not-shared:score 0|candidate:best of each task",
    )
    old = CharacterBleu(1, "2017")
    assert (old.name, old.signature) == (
        "char-bleu@1:2017",
        "protocol:2017|k:1|orders-not-shared:left out|candidate:best of each task",
    )


@pytest.mark.parametrize(
    ("references", "codes", "why"),
    [
        ((), ("ls", "ls"), "no reference"),
        (("ls",), (), "no candidate"),
        (("ls",), ("ls",), "fewer than 2 candidates"),
        (("ls",), ("", ""), ""),
    ],
)
def test_why_nothing_is_said(references: tuple[str, ...], codes: tuple[str, ...], why: str) -> None:
    metric, task = CharacterBleu(2), make_task(references=references)
    assert metric.why(task, candidates(*codes), []) == why
    assert metric.measure(task, candidates(*codes), []) == (None if why else 0.0)


def test_the_mean_over_tasks() -> None:
    assert CharacterBleu().aggregate([0.5, 1.0]) == 0.75
