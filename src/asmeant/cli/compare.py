"""compare: runs on the same tasks, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import terminal
from asmeant.cli.run_path import RunPath
from asmeant.errors import UsageError
from asmeant.records import to_json
from asmeant.runs import RunFolder
from asmeant.tables import Cell, Estimate, Table

if TYPE_CHECKING:
    from asmeant.analysis.comparison import Comparison, Standing
    from asmeant.analysis.difference import Difference

MOST_NAMED = 5


@click.command()
@click.argument("run_folders", metavar="RUN RUN...", type=RunPath(), nargs=-1)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    callback=options.words,
    help="Default: pass@1. See: asmeant list metrics",
)
@click.option("--first", "against_first", is_flag=True, help="Compare each run with the first one only.")
@click.option("--flips", is_flag=True, help="Print every task on which two runs differ, with its intent.")
@click.option(
    "--seed", type=numbers.SEED, default=0, show_default=True, help="The same seed gives the same intervals."
)
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@options.json_option
def compare(
    run_folders: tuple[RunFolder, ...],
    metrics: tuple[str, ...],
    against_first: bool,
    flips: bool,
    seed: int,
    markdown: bool,
    as_json: bool,
) -> None:
    """Compare runs on the same tasks: the differences and their significance.

    The p-values are by McNemar's exact test where tasks pass or fail, and by permutation otherwise. With
    many comparisons, use the p-value by Holm.
    """
    from asmeant.analysis.comparison import compare as compared
    from asmeant.analysis.comparison import contender
    from asmeant.metrics import load_metrics

    if markdown and as_json:
        raise UsageError("A comparison is printed as Markdown or as JSON. Choose one.")
    runs = [contender(files) for files in run_folders]
    samples = min((item.settings.sampling.count for item in runs), default=1)
    comparisons = compared(runs, load_metrics(metrics or ("pass@1",), samples), against_first, seed)
    if as_json:
        click.echo(to_json({"comparisons": comparisons}))
        return
    tests = sum(len(comparison.differences) for comparison in comparisons)
    for comparison in comparisons:
        for table in tables(comparison, tests, flips):
            print_table(table, markdown)


def print_table(table: Table, markdown: bool = False) -> None:
    """Prints a table. On a terminal its notes are printed below it, not wrapped to its width."""
    from asmeant.reports import to_markdown, to_rich

    if markdown:
        click.echo(to_markdown(table))
        return
    terminal().print(to_rich(replace(table, notes=())))
    for note in table.notes:
        click.echo(note)
    click.echo()


def tables(comparison: Comparison, tests: int, flips: bool) -> Iterator[Table]:
    """The scores, the differences, and the flipped tasks if they were requested."""
    yield _standings(comparison)
    yield _differences(comparison, tests)
    if flips:
        yield from (_flipped(item) for item in comparison.differences if item.flips)


def _standings(comparison: Comparison) -> Table:
    from asmeant.analysis.scores import score_notes

    rows = [
        (
            item.letter,
            Path(item.run).name,
            _model_and_settings(item),
            _estimate(item.score.value, item.score.interval),
        )
        for item in comparison.standings
    ]
    grouped = f" from {comparison.groups} questions" if comparison.groups < comparison.tasks else ""
    left = [f"{item.letter}: {item.tasks} left out, {item.reason}." for item in comparison.left_out]
    title = f"{comparison.metric} on {comparison.dataset}: the same {_tasks(comparison.tasks)}{grouped}"
    notes = [note for item in comparison.standings for note in score_notes([item.score], item.letter)]
    return Table(
        title, ("", "run", "model", comparison.metric), tuple(rows), (*left, *comparison.notes, *notes)
    )


def _model_and_settings(item: Standing) -> str:
    """The model, and the settings in which its run differs from the others."""
    words = [
        f"{name.replace('_', ' ')} {'default' if value in (None, '') else value}"
        for name, value in item.settings.items()
    ]
    return ", ".join([item.model, *words])


def _differences(comparison: Comparison, tests: int) -> Table:
    from asmeant.analysis.difference_table import difference_table

    flips = (line for item in comparison.differences for line in _named(item))
    return difference_table(comparison, tests, more_notes=flips)


def _named(item: Difference) -> Iterator[str]:
    """The tasks that flipped each way, as many as fit."""
    for better, worse, flips in (
        (item.second, item.first, [flip for flip in item.flips if flip.second > flip.first]),
        (item.first, item.second, [flip for flip in item.flips if flip.second < flip.first]),
    ):
        if flips:
            more = f", and {len(flips) - MOST_NAMED} more (--flips)" if len(flips) > MOST_NAMED else ""
            names = ", ".join(flip.task_id for flip in flips[:MOST_NAMED])
            yield f"{better} better than {worse} on {len(flips)}: {names}{more}."


def _flipped(item: Difference) -> Table:
    rows = tuple(
        (flip.task_id, _side(item, flip.first), _side(item, flip.second), flip.intent) for flip in item.flips
    )
    title = f"Where {item.first} and {item.second} differ: {_tasks(len(rows))}"
    return Table(title, ("task", item.first, item.second, "intent"), rows)


def _tasks(count: int) -> str:
    return f"{count} task{'' if count == 1 else 's'}"


def _side(item: Difference, value: float) -> Cell:
    if item.p_mcnemar is None:
        return Estimate(value)
    return "passed" if value else "failed"


def _estimate(value: float | None, interval: tuple[float, float] | None) -> Estimate:
    return Estimate(value, *(interval or (None, None)))
