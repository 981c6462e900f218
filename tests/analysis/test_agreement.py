from __future__ import annotations

from random import Random

import pytest

from asmeant.analysis.agreement import (
    Answers,
    agreement_tables,
    alpha_of_rows,
    both,
    cohen_kappa,
    krippendorff_alpha,
    raw_agreement,
)
from asmeant.datasets.judgements import Judgement, Vote
from asmeant.records import Candidate
from asmeant.tables import shown
from tests import needs

Y, N = True, False


@pytest.mark.parametrize(
    ("first", "second", "raw", "kappa"),
    [
        ([Y, N, Y, N], [Y, N, Y, N], 1.0, 1.0),
        ([Y, N, Y, N], [N, Y, N, Y], 0.0, -1.0),
        ([Y, Y, N, N], [Y, N, Y, N], 0.5, 0.0),
        ([Y] * 20 + [Y] * 5 + [N] * 10 + [N] * 15, [Y] * 20 + [N] * 5 + [Y] * 10 + [N] * 15, 0.7, 0.4),
        ([Y, Y], [Y, Y], 1.0, None),  # chance alone agrees on everything
        ([Y, None], [None, N], None, None),
        ([Y, N, None], [Y, None, N], 1.0, None),
    ],
)
def test_two_persons(first: Answers, second: Answers, raw: float | None, kappa: float | None) -> None:
    pairs = both(first, second)
    assert raw_agreement(pairs) == raw
    assert cohen_kappa(pairs) == (None if kappa is None else pytest.approx(kappa))


@pytest.mark.parametrize(
    ("everyone", "alpha"),
    [
        ([[Y, N, Y], [Y, N, Y]], 1.0),
        ([[N] * 5 + [Y] * 5, [N] * 4 + [Y] * 4 + [N] * 2], 1 - 3 * 19 / (2 * 11 * 9 / 2)),
        ([[Y, Y], [Y, Y]], None),
        ([[Y, None], [None, N]], None),
        ([[Y, N, None], [Y, N, N], [Y, N, None]], 1.0),  # a question with one answer does not count
    ],
)
def test_any_number_of_persons(everyone: list[Answers], alpha: float | None) -> None:
    assert krippendorff_alpha(everyone) == (None if alpha is None else pytest.approx(alpha))


def test_equals_a_library() -> None:
    library = pytest.importorskip("nltk.metrics.agreement", reason=needs.DEV)
    random = Random(0)
    for _ in range(50):
        everyone = [[random.choice([Y, Y, N, None]) for _ in range(9)] for _ in range(3)]
        asked = [place for place in range(9) if sum(row[place] is not None for row in everyone) > 1]
        triples = [
            (person, place, row[place])
            for person, row in enumerate(everyone)
            for place in asked
            if row[place] is not None
        ]
        alpha = krippendorff_alpha(everyone)
        if alpha is not None:
            assert library.AnnotationTask(triples).alpha() == pytest.approx(alpha)


def test_several_answers_equal_a_library() -> None:
    library = pytest.importorskip("nltk.metrics.agreement", reason=needs.DEV)
    random = Random(1)
    for _ in range(20):
        rows = [tuple(random.choice("abc") for _ in range(3)) for _ in range(12)]
        task = library.AnnotationTask([(p, s, a) for s, row in enumerate(rows) for p, a in enumerate(row)])
        assert alpha_of_rows(rows) == pytest.approx(task.alpha())
        pairs = [(one, other) for one, other, _ in rows]
        assert cohen_kappa(pairs) == pytest.approx(task.kappa_pairwise(0, 1))


def row(file: str, **votes: Vote) -> Judgement:
    return Judgement(file, "list files", Candidate("a/0", 0, "ls"), Vote(), votes)


def test_a_table_for_each_file_with_two_persons_or_more() -> None:
    rows = [
        row("a.csv", A=Vote(Y, Y), B=Vote(Y, N), C=Vote(Y, N)),
        row("a.csv", A=Vote(N, N), B=Vote(N, N)),
        row("a.csv", A=Vote(N, Y), B=Vote(Y, Y)),
        row("b.csv", A=Vote(Y, Y)),
        row("c.csv"),
    ]
    (table,) = agreement_tables(rows)
    assert table.title == "a.csv: agreement of persons"
    lines = [" ".join(shown(cell).replace(", ", "+") for cell in cells) for cells in table.rows]
    assert lines == [
        "command A+B 3 0.67 – 0.40 0.44",
        "command A+C 1 0.00 – 0.00 0.00",
        "command B+C 1 1.00 – – –",
        "command all 3 – – – 0.50",
        "template A+B 3 0.67 – 0.40 0.44",
        "template A+C 1 1.00 – – –",
        "template B+C 1 1.00 – – –",
        "template all 3 – – – 0.50",
    ]


def test_published_figures_stand_beside_ours() -> None:
    (table,) = agreement_tables([row("manual.evaluations.test.stc.csv", A=Vote(Y, Y), B=Vote(Y, Y))])
    assert [shown(cells[4]) for cells in table.rows] == ["0.89", "0.81"]
