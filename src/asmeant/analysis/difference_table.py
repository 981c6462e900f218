"""Comparison -> the table of its differences, for the terminal and for pages. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from asmeant.analysis.comparison import Comparison
from asmeant.tables import Estimate, PValue, Table


def difference_table(
    comparison: Comparison,
    tests: int,
    names: Mapping[str, str] | None = None,
    title: str = "Differences",
    more_notes: Iterable[str] = (),
) -> Table:
    """A row for each pair of runs.

    `tests` is the number of comparisons that p-values are adjusted for. `names` says what to call each run;
    without them, runs are called by their letters.
    """
    names = names or {standing.letter: standing.letter for standing in comparison.standings}
    rows = tuple(
        (
            f"{names[item.second]} − {names[item.first]}",
            Estimate(item.value, *(item.interval or (None, None))),
            item.second_better,
            item.first_better,
            PValue(item.p),
            *((PValue(item.adjusted),) if tests > 1 else ()),
            item.test,
            Estimate(item.detectable),
        )
        for item in comparison.differences
    )
    holm = ("Holm",) if tests > 1 else ()
    columns = ("", "difference", "better", "worse", "p", *holm, "test", "detectable")
    unit = "questions" if comparison.groups < comparison.tasks else "tasks"
    tasks = f"{comparison.tasks} task{'' if comparison.tasks == 1 else 's'}"
    notes = (
        f"Differences in percentage points, with 95% intervals over {unit}.",
        f"Detectable: what {tasks} would show with 80% power.",
        *((f"Holm: p, raised for {tests} comparisons.",) if tests > 1 else ()),
        *more_notes,
    )
    return Table(title, columns, rows, notes)
