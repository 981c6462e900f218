from __future__ import annotations

import pytest

from asmeant.metrics.solvability import Solvability
from asmeant.records import Status, Verdict
from asmeant.testing import make_task

LETTERS: dict[str, Status] = {"p": "passed", "f": "failed", "u": "undecided"}


@pytest.mark.parametrize(
    ("letters", "value"),
    [("p", 1.0), ("ffp", 1.0), ("ff", 0.0), ("uf", 0.0), ("up", 1.0), ("uu", None), ("", None)],
)
def test_one_right_candidate_solves_a_task(letters: str, value: float | None) -> None:
    verdicts = [Verdict("t", rank, LETTERS[letter]) for rank, letter in enumerate(letters)]
    assert Solvability().measure(make_task("t"), [], verdicts) == value


def test_a_missing_library_is_no_solution() -> None:
    lacking = Verdict("t", 0, "undecided", missing_libraries=("numpy",))
    assert Solvability().measure(make_task("t"), [], [lacking]) == 0.0
    assert Solvability().aggregate([1.0, 0.0, 0.0, 1.0]) == 0.5
