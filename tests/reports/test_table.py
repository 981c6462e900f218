"""Score -> Table."""

from __future__ import annotations

from dataclasses import replace

from asmeant.records import Score
from asmeant.reports import runs_table, score_table
from asmeant.reports.table import whole_table
from asmeant.tables import Estimate, shown


def score(metric: str, value: float | None, **where: str) -> Score:
    return Score(metric, value, None if value is None else (value / 2, value), 4, 1, "signature", where)


def test_the_whole_comes_last() -> None:
    scores = [
        score("pass@1", 0.5),
        score("pass@1", 0.25, intent_language="es"),
        score("pass@1", 1, ease="low"),
    ]
    table = score_table("title", scores)
    assert table.columns == ("", "pass@1", "tasks", "undecided")
    assert [row[0] for row in table.rows] == ["Spanish", "ease low", "all"]
    assert [shown(row[1]) for row in table.rows] == [
        "25.0 [12.5–25.0]",
        "100.0 [50.0–100.0]",
        "50.0 [25.0–50.0]",
    ]


def test_what_could_not_be_decided_is_a_dash() -> None:
    assert shown(score_table("title", [score("pass@1", None)]).rows[0][1]) == "–"


def test_runs_with_other_metrics() -> None:
    """A run with fewer candidates has no pass@5, and that is no zero."""
    table = runs_table(
        "title", {"a": [score("pass@1", 0.5)], "b": [score("pass@1", 0.5), score("pass@5", 1.0)]}, ["mind"]
    )
    assert table.columns == ("run", "", "pass@1", "pass@5", "tasks", "undecided")
    assert [row[:2] for row in table.rows] == [("a", "all"), ("b", "all")]
    assert table.rows[0][3] == Estimate(None)
    assert table.notes[-1] == "mind"


def test_runs_as_a_whole() -> None:
    scores = [score("pass@1", 0.5), score("pass@1", 0.25, intent_language="es")]
    table = whole_table("title", {"a": scores, "b": scores[:1]})
    assert table.columns == ("run", "pass@1", "tasks", "undecided")
    assert [(row[0], shown(row[1])) for row in table.rows] == [
        ("a", "50.0 [25.0–50.0]"),
        ("b", "50.0 [25.0–50.0]"),
    ]


def test_undecided_candidates_have_a_column_where_there_are_any() -> None:
    part = replace(score("pass@1", 0.5, intent_language="es"), undecided_candidates=2)
    whole = replace(score("pass@1", 0.5), undecided_candidates=3, if_undecided_passed=0.75)
    table = score_table("title", [whole, part, score("bleu", 0.5)])
    assert table.columns == ("", "pass@1", "bleu", "tasks", "undecided", "undecided candidates")
    assert [(row[0], row[-1]) for row in table.rows] == [("Spanish", 2), ("all", 3)]
    assert "pass@1 50.0, 75.0 if the 3 undecided candidates passed" in table.notes[-1]
    runs = whole_table("title", {"a": [whole], "b": [score("pass@1", 0.5)]})
    assert [(row[0], row[-1]) for row in runs.rows] == [("a", 3), ("b", 0)]
    assert runs.notes[-1].startswith("a: pass@1 50.0, 75.0")


def test_metrics_on_different_tasks_tell_how_many_each() -> None:
    scores = [
        Score("bleu", 0.5, None, tasks=3, undecided=0, signature=""),
        Score("bleu:tranx", 0.5, None, tasks=2, undecided=1, signature=""),
    ]
    assert score_table("", scores).rows[0][-2:] == ("3/2", "0/1")
