"""RunView -> Plot: the pictures of a page, each only where there is something to see. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from asmeant import __version__
from asmeant.analysis.questions.scoring import mark
from asmeant.languages.natural import language_name
from asmeant.metrics.counting import can_be_decided
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.metrics.resampling import aggregated
from asmeant.metrics.score import Judged, measure, score
from asmeant.plots import Bars, Distributions, Dot, HeatMap, Lines, Mark, Plot, Scatter, Stacks
from asmeant.plots.values import MOST_BANDS
from asmeant.reports.breakdowns import Breakdown
from asmeant.reports.views import RunView
from asmeant.seams import Metric

TONES = {"passed": "passed", "failed": "failed", "undecided": "undecided", "not judged": "rule"}
MOST_CAUSES = 12
# With more candidates than this, some ks are passed over: nobody can tell them apart.
MOST_KS = 24
# Up to so many candidates per task there is a row for each number of right ones.
MOST_EXACT = 20
MOST_CROSSED = 10
# So many candidates are compared with references for a plot of them.
MOST_COMPARED = 1000
SHARES = ("none", "up to 1/4", "up to 1/2", "up to 3/4", "more, not all", "all")


def charts(
    runs: Sequence[RunView], breakdowns: Sequence[Breakdown], metrics: Sequence[Metric] = ()
) -> Iterator[Plot]:
    yield from outcomes(runs)
    yield from curves(runs)
    yield from (slice_bars(item) for item in breakdowns)
    yield from (frequency(item) for item in breakdowns if item.by == "library" and len(item.names) > 4)
    yield from causes(runs)
    yield from right_per_task(runs)
    yield from crossed(runs)
    for metric in metrics:
        yield from told_apart(runs, metric)


def outcomes(runs: Sequence[RunView]) -> Iterator[Plot]:
    """What became of the candidates: of each run, or of each language where there is one run."""
    rows = {view.label: view.statuses for view in runs}
    (first,) = runs[:1]
    languages = sorted({task.intent_language for task in first.tasks})
    if len(runs) == 1 and len(languages) > 1:
        rows = {"all": first.statuses}
        for language in languages:
            ids = [task.id for task in first.tasks if task.intent_language == language]
            rows[language_name(language)] = sum(map(first.run.statuses, ids), Counter())
    names = [name for name in TONES if any(row[name] for row in rows.values())]
    if names:
        series = {name: tuple(float(row[name]) for row in rows.values()) for name in names}
        yield Stacks("Verdicts", tuple(rows), series, "Of all candidates.", TONES)


def curves(runs: Sequence[RunView]) -> Iterator[Plot]:
    """pass@k for every k: of each run, and of each language where there is one run."""
    most = max((len(item.verdicts) for view in runs for item in view.judged), default=0)
    if most < 2:
        return
    ks = sorted(
        {*range(1, min(most, MOST_KS) + 1), *(most * step // MOST_KS for step in range(1, MOST_KS + 1))} - {0}
    )
    bands = "; bands are 95% intervals" if len(runs) <= MOST_BANDS else ""
    about = f"The chance that at least one of k candidates is right{bands}."
    series = {view.label: _curve(view.judged, ks) for view in runs}
    yield Lines("pass@k", tuple(map(float, ks)), series, "k", "per cent", (0, 100), about)
    languages = sorted({task.intent_language for task in runs[0].tasks})
    if len(runs) == 1 and len(languages) > 1:
        by = {
            language_name(code): _bare_curve(
                [item for item in runs[0].judged if item.task.intent_language == code], ks
            )
            for code in languages
        }
        yield Lines("pass@k by language", tuple(map(float, ks)), by, "k", "per cent", (0, 100))


def _curve(judged: Sequence[Judged], ks: Sequence[int]) -> tuple[Mark, ...]:
    return tuple(mark(score(PassAtK(k), judged, {}, __version__)) for k in ks)


def _bare_curve(judged: Sequence[Judged], ks: Sequence[int]) -> tuple[Mark, ...]:
    """Without intervals, which would cover each other, and take their time."""
    by_k = [[*measure(PassAtK(k), judged).statistics.values()] for k in ks]
    return tuple(Mark(100 * aggregated(PassAtK(1), values) if values else None) for values in by_k)


def slice_bars(breakdown: Breakdown) -> Plot:
    series = {
        label: tuple(mark(of[name]) for name in breakdown.names) for label, of in breakdown.scores.items()
    }
    series = series if len(series) > 1 else {"pass@1": next(iter(series.values()))}
    more = f" Left out as they are small: {breakdown.left_out}." if breakdown.left_out else ""
    about = f"With 95% intervals.{more}"
    return Bars(f"pass@1 by {breakdown.by}", breakdown.names, series, "per cent", (0, 100), about=about)


def frequency(breakdown: Breakdown) -> Plot:
    """Whether a model does better on libraries that are used more (ODEX, Figure 8)."""
    series = {
        label: tuple(
            Dot(of[name].tasks, 100 * value, name)
            for name in breakdown.names
            if (value := of[name].value) is not None
        )
        for label, of in breakdown.scores.items()
    }
    about = "Each dot is a library."
    return Scatter("Libraries: how frequent, how hard", series, "tasks with it", "pass@1, per cent", about)


def causes(runs: Sequence[RunView]) -> Iterator[Plot]:
    """Why candidates did not pass, most frequent first."""
    counts = {view.label: Counter(view.causes.values()) for view in runs}
    whole = sum(counts.values(), Counter[str]())
    names = [name for name, _ in whole.most_common() if name not in ("passed", "not judged")]
    if not names:
        return
    shown, rest = names[:MOST_CAUSES], names[MOST_CAUSES:]
    series = {
        label: tuple(_share(of_run, [name]) for name in shown) + ((_share(of_run, rest),) if rest else ())
        for label, of_run in counts.items()
    }
    series = series if len(runs) > 1 else {"candidates": next(iter(series.values()))}
    labels = (*shown, f"{len(rest)} more kinds") if rest else tuple(shown)
    about = "Per cent of all candidates that are judged. What the words mean: asmeant analyse errors."
    yield Bars("Why candidates did not pass", labels, series, "per cent", about=about)


def _share(counts: Counter[str], names: Sequence[str]) -> Mark:
    count, whole = sum(counts[name] for name in names), counts.total() - counts["not judged"]
    return Mark(100 * count / whole if whole else None, note=f"{count} of {whole}")


def right_per_task(runs: Sequence[RunView]) -> Iterator[Plot]:
    """Whether a model knows a task or is lucky: tasks by how many of their candidates are right.

    By number where all tasks have as many candidates, else by share: `3 of 3` and `3 of 10` are not alike. A
    task with one candidate can only be right never or always, and is left out.
    """
    right = {view.label: [_right(item) for item in _decidable(view)] for view in runs}
    several = {label: [share for share in shares if share.of > 1] for label, shares in right.items()}
    known = {label: shares for label, shares in several.items() if shares}
    counts = {share.of for shares in known.values() for share in shares}
    if not known:
        return
    labels = _exact_labels(*counts) if len(counts) == 1 and max(counts) <= MOST_EXACT else SHARES
    series = {
        label if len(runs) > 1 else "tasks": tuple(_of_tasks(shares, name) for name in labels)
        for label, shares in known.items()
    }
    left_out = [label for label in right if label not in known]
    more = f" Not here, as their tasks have one candidate: {', '.join(left_out)}." if left_out else ""
    about = f"Never right, sometimes, always. Per cent of the tasks of a run that can be decided.{more}"
    yield Bars("Tasks by how many candidates pass", labels, series, "per cent", (0, 100), about=about)


@dataclass(frozen=True, slots=True)
class Right:
    """How many of a task's candidates are right."""

    passed: int
    of: int

    @property
    def names(self) -> tuple[str, str]:
        """The count, and the part of all in which it lies."""
        part = ceil(4 * self.passed / self.of)
        rough = SHARES[-1] if self.passed == self.of else SHARES[part]
        return f"{self.passed} of {self.of}", rough


def _exact_labels(count: int) -> tuple[str, ...]:
    return tuple(Right(passed, count).names[0] for passed in range(count + 1))


def _decidable(view: RunView) -> list[Judged]:
    return [item for item in view.judged if can_be_decided(item.verdicts)]


def _right(item: Judged) -> Right:
    return Right(sum(verdict.status == "passed" for verdict in item.verdicts), len(item.verdicts))


def _of_tasks(shares: Sequence[Right], name: str) -> Mark:
    count = sum(name in share.names for share in shares)
    return Mark(100 * count / len(shares), note=f"{count} of {len(shares)} tasks")


def crossed(runs: Sequence[RunView]) -> Iterator[Plot]:
    """Two runs on the same tasks: how often a task is right in one and in the other."""
    if len(runs) != 2:
        return
    right = [{item.task.id: _right(item) for item in _decidable(view)} for view in runs]
    both = right[0].keys() & right[1].keys()
    counts = [{of[task].of for task in both} for of in right]
    # A task with fewer candidates than the others has its place nowhere.
    if not both or any(len(sizes) > 1 or max(sizes) > MOST_CROSSED for sizes in counts):
        return
    rows, columns = (_exact_labels(*sizes) for sizes in counts)
    pairs = Counter((right[0][task].names[0], right[1][task].names[0]) for task in both)
    values = tuple(tuple(float(pairs[row, column]) for column in columns) for row in rows)
    about = f"Rows: candidates right in {runs[0].label}. Columns: in {runs[1].label}. A cell counts tasks."
    yield HeatMap("The same tasks in both runs", rows, columns, values, "tasks", about=about)


def told_apart(runs: Sequence[RunView], metric: Metric, most: int = MOST_COMPARED) -> Iterator[Plot]:
    """How a metric that compares with references is spread over candidates that passed, and that failed.

    Of a run with many candidates, the first ones of each task are compared: they are as good as any others.
    """
    values: dict[str, list[float]] = {"passed": [], "failed": []}
    ranks = [max(1, most // max(1, len(runs) * len(view.tasks))) for view in runs]
    for view, first in zip(runs, ranks, strict=True):
        for attempt in view.run.attempts(below=first):
            if attempt.status in values:
                # Without a verdict, so that only what compares with references has an answer.
                statistic = metric.measure(attempt.task, [attempt.candidate], [])
                if statistic is not None:
                    values[attempt.status].append(metric.aggregate([statistic]))
    if all(values.values()):
        series: Mapping[str, tuple[float, ...]] = {name: tuple(numbers) for name, numbers in values.items()}
        about = "Whether likeness to the reference tells right from wrong. The line is the median."
        if any(first < view.settings.sampling.count for view, first in zip(runs, ranks, strict=True)):
            about += f" Of each task, the first {ranks[0]} candidates."
        yield Distributions(
            f"{metric.name} of passed and failed", series, metric.name, about=about, tones=TONES
        )
