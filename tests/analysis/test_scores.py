"""Score -> what must be said below a table."""

from __future__ import annotations

from asmeant.analysis.scores import estimate, score_notes
from asmeant.records import Score
from asmeant.tables import Estimate


def score(metric: str = "pass@1", value: float | None = 0.221, **more: object) -> Score:
    return Score(metric, value, None, 10, 0, "signature", **more)  # type: ignore[arg-type]


OPEN = score(undecided_candidates=6, if_undecided_passed=0.224, missing_libraries={"numpy": 4, "pandas": 2})


def test_how_much_higher_and_why() -> None:
    assert list(score_notes([OPEN])) == [
        "pass@1 22.1, 22.4 if the 6 undecided candidates passed (they count as not passed).",
        "Libraries to add, and how many candidates import each: numpy (4), pandas (2).",
    ]


def test_each_metric_says_its_own_and_each_run_its_name() -> None:
    solved = score("solvability", 0.5, undecided_candidates=6, if_undecided_passed=0.75)
    same = score("pass@9", 1.0, undecided_candidates=6, if_undecided_passed=1.0)
    first, *_ = score_notes([OPEN, solved, same, score("bleu", 0.3)], "mine")
    assert first == (
        "mine: pass@1 22.1, 22.4; solvability 50.0, 75.0 if the 6 undecided candidates passed "
        "(they count as not passed)."
    )
    assert list(score_notes([same])) == ["The 6 undecided candidates would not change a score by passing."]


def test_a_single_one() -> None:
    (note,) = score_notes([score(undecided_candidates=1, if_undecided_passed=0.3)])
    assert note == "pass@1 22.1, 30.0 if the 1 undecided candidate passed (it counts as not passed)."


def test_only_the_whole_is_told() -> None:
    part = score(undecided_candidates=1, if_undecided_passed=0.9, where={"intent_language": "es"})
    assert list(score_notes([score(), part])) == []


def test_passes_beside_the_candidate() -> None:
    assert list(score_notes([score(passed_beside=31), score("pass@5", passed_beside=31)])) == [
        "31 passes rest on probes beside the candidate."
    ]
    assert list(score_notes([score(passed_beside=1)])) == ["1 pass rests on probes beside the candidate."]


def test_why_there_is_no_value() -> None:
    few = score("pass@10", None, reason="needs 10 candidates per task and has 1")
    assert list(score_notes([few, score(value=None, reason="undecided")])) == [
        "pass@10 has no value: needs 10 candidates per task and has 1."
    ]


def test_a_cell() -> None:
    assert estimate(None) == Estimate(None)
    assert estimate(OPEN) == Estimate(0.221, if_passed=0.224)
