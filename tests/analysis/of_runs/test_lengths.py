from __future__ import annotations

from pathlib import Path

from tests.analysis.of_runs.made import asked, cells, mconala_run


def test_lengths_of_references_and_candidates(tmp_path: Path) -> None:
    files = mconala_run(tmp_path / "run", "", {"mconala/es/0": ["x"], "mconala/ja/0": [" "]})
    found = asked("lengths", files)
    assert cells(found.tables[0]) == [
        ["Spanish", "references", "1", "4.00", "4.00", "4", "4"],  # the same pair counts once
        ["Spanish", "candidates", "2", "2.50", "2.50", "1", "4"],
        ["Japanese", "references", "1", "13.00", "13.00", "13", "13"],
        ["Japanese", "candidates", "0", "–", "–", "–", "–"],
        ["all", "references", "2", "8.50", "8.50", "4", "13"],
        ["all", "candidates", "2", "2.50", "2.50", "1", "4"],
    ]
    assert found.plots[0].series == {"references": (4.0, 13.0), "candidates": (1.0, 4.0)}  # type: ignore[union-attr]


def test_languages_of_translations_are_those_people_wrote(tmp_path: Path) -> None:
    (table,) = asked("lengths", mconala_run(tmp_path / "run", "m2m")).tables
    assert [row[0] for row in cells(table)] == ["Spanish", "Spanish", "Japanese", "Japanese", "all", "all"]
