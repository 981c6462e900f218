"""Subjects -> where execution and a reference-based metric disagree (ODEX, sections D.4 and D.5).

D.4: candidates that pass but are unlike the reference. D.5: candidates that fail but are like it, because of
a small error. A candidate is like its reference from the value of the metric on that separates passed and
failed candidates best (by F1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asmeant.analysis.questions.lengths import languages_of, named, original_language
from asmeant.analysis.questions.scoring import only_metric
from asmeant.analysis.questions.small_changes import change, is_result
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, need_verdicts
from asmeant.analysis.validity import best_rule
from asmeant.errors import UsageError
from asmeant.execution.assemble import source
from asmeant.loaded_run import Attempt
from asmeant.metrics.measuring import Judged, measure
from asmeant.metrics.resampling import aggregated
from asmeant.plots import Stacks
from asmeant.seams import Metric
from asmeant.tables import Cell, Estimate, Table

ALL = "all"
MOST_LETTERS = 60
RESULT, OTHER_WORDS = "the result itself", "other words"
# The title of each side, and the description of its candidates.
UNLIKE = "passed, and unlike the reference (D.4)"
LIKE = "failed, and like the reference (D.5)"
AGREED = "they agree"


@dataclass(frozen=True, slots=True)
class Rated:
    attempt: Attempt
    value: float

    @property
    def kind(self) -> str:
        """For a candidate that passed, how its way differs; for one that failed, what differs in the code."""
        task, code = self.attempt.task, self.attempt.candidate.code
        if self.attempt.passed:
            return RESULT if is_result(code) else OTHER_WORDS
        return change(*(source(task, text) for text in (code, task.references[0])))


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    need_verdicts(runs)
    metric = only_metric(options, "bleu")
    counts: list[tuple[Cell, ...]] = []
    kinds: list[tuple[Cell, ...]] = []
    examples: list[Table] = []
    series: dict[str, tuple[float, ...]] = {}
    notes = []
    for run in runs:
        ratings = rated(run, metric)
        at = _from(run, metric, ratings)
        notes.append(f"{run.label}: like the reference is {metric.name} from {100 * at:.1f} on.")
        sides = {UNLIKE: _unlike(ratings, at), LIKE: _like(ratings, at)}
        counts += list(_counts(run, ratings, sides))
        for side, mine in sides.items():
            kinds += list(_kinds(run, side, mine))
            examples += list(_examples(run, side, mine, metric, options.examples, len(runs)))
            series[side] = (*series.get(side, ()), len(mine))
        agreed = len(ratings) - sum(map(len, sides.values()))
        series[AGREED] = (*series.get(AGREED, ()), agreed)
    columns = ("run", "language", "passed", "unlike", "share", "failed", "like", "share ")
    summary = Table(f"Where {metric.name} and execution disagree", columns, tuple(counts), tuple(notes))
    kind_table = Table(
        "What they are", ("run", "side", "kind", "candidates", "share"), tuple(kinds), KIND_NOTES
    )
    plot = Stacks(summary.title, tuple(run.label for run in runs), series)
    return Analysis((summary, kind_table, *examples), (plot,))


def _from(run: Subject, metric: Metric, ratings: Sequence[Rated]) -> float:
    """The value of the metric from which on a candidate is like its reference."""
    rule = best_rule(
        [rating.value for rating in ratings], [bool(rating.attempt.passed) for rating in ratings]
    )
    if rule is None:
        raise UsageError(
            f"{metric.name} cannot disagree with execution in {run.path}: no candidate that it rates passes, "
            "or it rates all alike. Choose another --metric, or a run in which some pass."
        )
    return rule.at


KIND_NOTES = (
    "The result itself: the answer to these inputs is written down, nothing is computed.",
    "A text, a function ...: the two programs differ in nothing else.",
)


def rated(run: Subject, metric: Metric) -> list[Rated]:
    """The value of the metric for each decided candidate alone."""
    ratings = []
    for attempt in run.attempts:
        if attempt.passed is not None and attempt.candidate.code.strip() and attempt.task.references:
            alone = measure(metric, [Judged(attempt.task, [attempt.candidate], [])]).statistics.values()
            ratings += [Rated(attempt, aggregated(metric, [statistic])) for statistic in alone]
    return ratings


def _unlike(ratings: Sequence[Rated], at: float) -> list[Rated]:
    """Passed candidates that are unlike their reference, the least similar first."""
    return sorted(
        (rating for rating in ratings if rating.attempt.passed and rating.value < at),
        key=lambda rating: rating.value,
    )


def _like(ratings: Sequence[Rated], at: float) -> list[Rated]:
    """Failed candidates that are like their reference, the most similar first."""
    wrong = [rating for rating in ratings if not rating.attempt.passed and rating.value >= at]
    return sorted(wrong, key=lambda rating: -rating.value)


def _counts(
    run: Subject, ratings: Sequence[Rated], sides: dict[str, list[Rated]]
) -> Iterator[tuple[Cell, ...]]:  # fmt: skip
    for language in languages_of(run.tasks):

        def count(items: Sequence[Rated], of: str = language) -> int:
            return sum(of in (ALL, original_language(rating.attempt.task)) for rating in items)

        passed = count([rating for rating in ratings if rating.attempt.passed])
        failed = count(ratings) - passed
        unlike, like = count(sides[UNLIKE]), count(sides[LIKE])
        shares = (
            Estimate(disagreeing / total if total else None)
            for disagreeing, total in ((unlike, passed), (like, failed))
        )
        yield run.label, named(language), passed, unlike, next(shares), failed, like, next(shares)


def _kinds(run: Subject, side: str, mine: Sequence[Rated]) -> Iterator[tuple[Cell, ...]]:
    for kind, count in Counter(rating.kind for rating in mine).most_common():
        yield run.label, side, kind, count, Estimate(count / len(mine))


def _examples(
    run: Subject, side: str, mine: Sequence[Rated], metric: Metric, most: int, runs: int
) -> Iterator[Table]:
    """Up to `most` examples for each language, from different tasks."""
    rows: list[tuple[Cell, ...]] = []
    for language in sorted({original_language(rating.attempt.task) for rating in mine}):
        first: dict[str, Rated] = {}
        for rating in mine:
            if original_language(rating.attempt.task) == language:
                first.setdefault(rating.attempt.task.id, rating)
        for rating in list(first.values())[:most]:
            task, code = rating.attempt.task, rating.attempt.candidate.code
            rows.append(
                (task.id, Estimate(rating.value), rating.kind, _short(code), _short(task.references[0]))
            )
    if rows:
        title = side[0].upper() + side[1:] + (f", {run.label}" if runs > 1 else "")
        yield Table(title, ("task", metric.name, "kind", "candidate", "reference"), tuple(rows))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 1] + "…"
