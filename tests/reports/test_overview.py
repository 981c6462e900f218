from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.reports.overview import reader_notes, settings_table, title_of
from asmeant.reports.views import views
from tests.reports.making import make_run

WARNINGS = [
    ({"a": "pp", "b": "ff"}, []),
    ({"a": "--", "b": "--"}, ["Nothing is judged yet. There are 2 tasks and 4 candidates."]),
    ({"a": "", "b": ""}, ["Nothing is judged yet. There are 2 tasks and 0 candidates."]),
    ({"a": "pp", "b": "p-"}, ["The run is not finished: 3 of 4 candidates are judged."]),
    ({"a": "u", "b": "u"}, ["All candidates are undecided, so there is no score. Each task says why."]),
]


@pytest.mark.parametrize(("verdicts", "words"), WARNINGS)
def test_what_a_reader_must_know(tmp_path: Path, verdicts: dict[str, str], words: list[str]) -> None:
    assert list(reader_notes(views([make_run(tmp_path / "run", verdicts)]))) == words


def test_runs_that_do_not_fit_together(tmp_path: Path) -> None:
    one = make_run(tmp_path / "one", {"a": "p", "b": "p"}, "one")
    two = make_run(tmp_path / "two", {"a": "p"}, "two")
    other = make_run(tmp_path / "other", {"a": "p"}, "three", dataset="another")
    assert "not on the same tasks" in next(iter(reader_notes(views([one, two]))))
    assert "different datasets" in next(iter(reader_notes(views([one, other]))))


def test_titles(tmp_path: Path) -> None:
    one, two = make_run(tmp_path / "one", {"a": "p"}), make_run(tmp_path / "two", {"a": "p"})
    assert title_of(views([one])) == "fake on fake"
    assert title_of(views([one, two])) == "fake on fake, 2 runs"


def test_settings_that_differ_are_marked(tmp_path: Path) -> None:
    one, two = make_run(tmp_path / "one", {"a": "p"}), make_run(tmp_path / "two", {"a": "pp"})
    rows = {row[0]: row[1:] for row in settings_table(views([one, two])).rows}
    assert rows["sampling.count"] == ("1", "2", "differs")
    assert rows["dataset"] == ("fake", "fake", "")
