"""Score -> a cell of a table, and the notes below the table. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asmeant.metrics.measuring import UNDECIDED
from asmeant.records import Score
from asmeant.tables import Estimate, shown

PER_CENT = "Per cent, with 95% intervals; undecided tasks left out."


def estimate(score: Score | None) -> Estimate:
    """The value of a score with its interval; a dash if there is none."""
    if score is None:
        return Estimate(None)
    low, high = score.interval or (None, None)
    return Estimate(score.value, low, high, if_passed=score.if_undecided_passed)


def score_notes(scores: Sequence[Score], run: str = "") -> Iterator[str]:
    """Notes on the scores over all tasks: how much higher they could be, why, and what is missing."""
    overall = [score for score in scores if not score.where]
    before = f"{run}: " if run else ""
    yield from (
        f"{before}{score.metric} has no value: {score.reason}."
        for score in overall
        if score.value is None and score.reason not in ("", UNDECIDED)
    )
    least_decided = max(overall, key=lambda score: score.undecided_candidates, default=None)
    if least_decided is not None and least_decided.undecided_candidates:
        yield f"{before}{_if_passed(overall, least_decided.undecided_candidates)}"
        if least_decided.missing_libraries:
            names = ", ".join(f"{name} ({count})" for name, count in least_decided.missing_libraries.items())
            yield f"{before}Libraries to add, and how many candidates import each: {names}."
    passed_beside = max((score.passed_beside for score in overall), default=0)
    if passed_beside:
        passes = "1 pass rests" if passed_beside == 1 else f"{passed_beside} passes rest"
        yield f"{before}{passes} on probes beside the candidate."


def _if_passed(scores: Sequence[Score], candidates: int) -> str:
    subject = "1 undecided candidate" if candidates == 1 else f"{candidates} undecided candidates"
    higher = [
        f"{score.metric} {shown(Estimate(score.value))}, {shown(Estimate(score.if_undecided_passed))}"
        for score in scores
        if score.if_undecided_passed is not None and score.if_undecided_passed != score.value
    ]
    if not higher:
        return f"The {subject} would not change a score by passing."
    counts = "it counts" if candidates == 1 else "they count"
    return f"{'; '.join(higher)} if the {subject} passed ({counts} as not passed)."
