"""RunView -> HTML: by how much runs differ on the same tasks, and the tasks that flipped. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor
from urllib.parse import quote

from asmeant.analysis.comparison import Comparison, compare, contender
from asmeant.analysis.difference import Difference
from asmeant.analysis.difference_table import difference_table
from asmeant.errors import UsageError
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.plots import Bars, Mark, to_figure
from asmeant.plots.svg import escaped_text
from asmeant.reports.markup import to_html
from asmeant.reports.views import RunView
from asmeant.tables import Table

MOST_FLIPS = 100


def task_address(task_id: str) -> str:
    """On the report page."""
    return f"#task={quote(task_id, safe='')}"


def compared(runs: Sequence[RunView]) -> str:
    """Each run against the first; or why they cannot be compared."""
    try:
        comparison = comparison_of(runs)
    except UsageError as error:
        return f'<p class="notice">{escaped_text(str(error))}</p>'
    return comparison_html(comparison, runs)


def comparison_of(runs: Sequence[RunView]) -> Comparison:
    """Each run against the first. Raises UsageError where they cannot be compared."""
    (comparison,) = compare([contender(view.run) for view in runs], [PassAtK(1)], against_first=True)
    return comparison


def comparison_html(
    comparison: Comparison, runs: Sequence[RunView], address: Callable[[str], str] = task_address
) -> str:
    """The differences as a table and a plot, and the tasks that flipped. `address` says where a task is."""
    names = {standing.letter: view.label for standing, view in zip(comparison.standings, runs, strict=True)}
    lists = "".join(_flips(item, names, address) for item in comparison.differences)
    return (
        to_html(_table(comparison, names))
        + f'<div class="card">{to_figure(_plot(comparison, names))}</div>'
        + lists
    )


def _table(comparison: Comparison, names: Mapping[str, str]) -> Table:
    left_out = [
        f"{names[item.letter]}: tasks left out as {item.reason}: {item.tasks}."
        for item in comparison.left_out
    ]
    return difference_table(
        comparison,
        len(comparison.differences),
        names,
        f"{comparison.metric} of each run against the first",
        (*left_out, *comparison.notes),
    )


def _plot(comparison: Comparison, names: Mapping[str, str]) -> Bars:
    marks = tuple(
        Mark(100 * item.value, *((100 * end for end in item.interval) if item.interval else ()))
        for item in comparison.differences
    )
    labels = tuple(f"{names[item.second]} less {names[item.first]}" for item in comparison.differences)
    about = "With 95% intervals."
    ends = [end for mark in marks for end in (mark.value, mark.low, mark.high) if end is not None]
    # Zero is what a difference is looked at against.
    limits = 10 * floor(min(0, *ends, -1) / 10), 10 * ceil(max(0, *ends, 1) / 10)
    return Bars("Differences in pass@1", labels, {"difference": marks}, "points", limits, True, about)


def _flips(item: Difference, names: Mapping[str, str], address: Callable[[str], str]) -> str:
    if not item.flips:
        return ""
    rows = "".join(
        f'<tr class="row"><td><a class="main" href="{escaped_text(address(flip.task_id))}">'
        f"{escaped_text(flip.task_id)}</a></td>"
        f"<td>{escaped_text(flip.intent[:120])}</td>"
        f'<td class="number" data-value="{flip.first}">{flip.first:.0%}</td>'
        f'<td class="number" data-value="{flip.second}">{flip.second:.0%}</td></tr>'
        for flip in item.flips[:MOST_FLIPS]
    )
    more = len(item.flips) - MOST_FLIPS
    first, second = escaped_text(names[item.first]), escaped_text(names[item.second])
    rest = f"<p>And {more} more: order the tasks by difference.</p>" if more > 0 else ""
    return (
        f'<figure class="table"><figcaption>Tasks that flipped: {first} and '
        f'{second}</figcaption><div class="wide" tabindex="0"><table class="sortable"><thead><tr>'
        f'<th scope="col">task</th><th scope="col">intent</th>'
        f'<th scope="col" class="number">{first}</th>'
        f'<th scope="col" class="number">{second}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{rest}</figure>"
    )
