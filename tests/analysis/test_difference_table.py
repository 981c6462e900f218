from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.comparison import compare, contender
from asmeant.analysis.difference_table import difference_table
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.runs import RunFolder
from asmeant.tables import shown
from tests.analysis.small_runs import small_run


@pytest.fixture
def folders(tmp_path: Path) -> list[RunFolder]:
    verdicts = [
        {"a": "p", "b": "f", "c": "f"},
        {"a": "p", "b": "p", "c": "p"},
        {"a": "f", "b": "f", "c": "f"},
    ]
    return [small_run(tmp_path / str(number), each) for number, each in enumerate(verdicts)]


def test_one_row_for_each_pair_by_letter_or_by_name(folders: list[RunFolder]) -> None:
    (comparison,) = compare([contender(files) for files in folders], [PassAtK(1)])
    by_letter = difference_table(comparison, 3)
    assert [row[0] for row in by_letter.rows] == ["B − A", "C − A", "C − B"]
    assert by_letter.columns == ("", "difference", "better", "worse", "p", "Holm", "test", "detectable")
    assert [row[2:4] for row in by_letter.rows] == [(2, 0), (0, 1), (0, 3)]
    assert shown(by_letter.rows[0][1]).startswith("66.7")
    named = difference_table(comparison, 3, {"A": "one", "B": "two", "C": "three"}, "Title", ["More."])
    assert [row[0] for row in named.rows] == ["two − one", "three − one", "three − two"]
    assert (named.title, named.notes[-1]) == ("Title", "More.")


def test_a_single_test_is_not_raised(folders: list[RunFolder]) -> None:
    (comparison,) = compare([contender(files) for files in folders[:2]], [PassAtK(1)])
    table = difference_table(comparison, 1)
    assert "Holm" not in table.columns
    assert table.notes == (
        "Differences in percentage points, with 95% intervals over tasks.",
        "Detectable: what 3 tasks would show with 80% power.",
    )
