from __future__ import annotations

from pathlib import Path

from asmeant.plots import Lines
from tests.analysis.questions.made import STATUSES, TASKS, asked, bare, made_run


def test_every_k_by_language_or_by_run(tmp_path: Path) -> None:
    one = made_run(tmp_path / "one", TASKS, STATUSES)
    found = asked("pass-at-k", one)
    assert found.tables[0].columns == ("k", "all", "English", "Spanish")
    assert bare(found.tables[0]) == [["1", "37.5", "50.0", "0.0"], ["2", "50.0", "66.7", "0.0"]]
    (plot,) = found.plots
    assert isinstance(plot, Lines)
    assert plot.xs == (1.0, 2.0)
    two = made_run(tmp_path / "two", TASKS, {name: letters[:1] for name, letters in STATUSES.items()})
    (table,) = asked("pass-at-k", one, two).tables
    assert table.columns == ("k", "fake, samples 2", "fake, samples 1")
    assert bare(table)[1] == ["2", "50.0", "–"]


def test_of_very_many_ks_some(tmp_path: Path) -> None:
    (table,) = asked(
        "pass-at-k", made_run(tmp_path / "run", TASKS[:2], {"a": "p" * 70, "b": "f" * 70})
    ).tables
    assert [row[0] for row in table.rows][:2] == [1, 2]
    assert table.rows[-1][0] == 70
    assert len(table.rows) == 50
    assert "Of the 70 ks, 50." in table.notes
