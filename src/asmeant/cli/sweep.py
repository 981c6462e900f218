"""sweep: runs a grid of settings. Each cell is an ordinary run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from asmeant.cli import numbers, options
from asmeant.cli.compare import print_table
from asmeant.cli.console import say_once
from asmeant.cli.run import show_progress
from asmeant.cli.run_path import RunPlace
from asmeant.errors import AsmeantError, RunError, UsageError
from asmeant.records import to_json
from asmeant.store_runs import write_file
from asmeant.stores import joined

if TYPE_CHECKING:
    from asmeant.analysis.sweep import Cell, Sweep
    from asmeant.pipeline import OpenRun, Plan

SWEEP = "sweep.json"
# For each axis of the grid, a function that sets a value of it in a plan.
AXES: dict[str, Callable[[Plan, Any], Plan]] = {
    "model": lambda plan, name: replace(plan, model=name),
    "language": lambda plan, names: replace(plan, selection=replace(plan.selection, languages=names)),
    "temperature": lambda plan, number: replace(plan, sampling=replace(plan.sampling, temperature=number)),
    "top-p": lambda plan, number: replace(plan, sampling=replace(plan.sampling, top_p=number)),
    "shots": lambda plan, number: replace(plan, prompting=replace(plan.prompting, shots=number)),
    "shown": lambda plan, word: replace(plan, prompting=replace(plan.prompting, shown=word)),
    "naming": lambda plan, word: replace(plan, prompting=replace(plan.prompting, naming=word)),
    "prompt": lambda plan, name: replace(plan, prompting=replace(plan.prompting, style=name)),
    "form": lambda plan, word: replace(plan, prompting=replace(plan.prompting, form=word)),
}
# Options of a run that are axes here, so they are not added twice.
AXIS_OPTIONS = {
    "model_name", "languages", "temperature", "top_p", "shots", "shown", "naming", "style", "form",
    # A budget is for one run.
    "tokens", "money", "reply_cache", "reply_cache_mb",
}  # fmt: skip


def _languages(
    _context: click.Context, _option: click.Parameter, value: tuple[str, ...]
) -> list[tuple[str, ...]]:
    """Each --lang is a value of the axis; with commas, several languages in one run."""
    return [tuple(word.strip() for word in text.split(",") if word.strip()) for text in value] or [()]


def _axis(*names: str, **more: Any) -> Any:
    return click.option(*names, multiple=True, **more)


def _grid(
    model_name: tuple[str, ...],
    languages: list[tuple[str, ...]],
    temperature: tuple[float, ...],
    top_p: tuple[float, ...],
    shots: tuple[int, ...],
    shown: tuple[str, ...],
    naming: tuple[str, ...],
    style: tuple[str, ...],
    form: tuple[str, ...],
) -> dict[str, tuple[Any, ...]]:
    """The distinct values of each axis."""
    values = (model_name, languages, temperature, top_p, shots, shown, naming, style, form or (None,))
    return {axis: tuple(dict.fromkeys(axis_values)) for axis, axis_values in zip(AXES, values, strict=True)}


axis_options = options.grouped(
    "axes",
    _grid,
    {
        "model_name": _axis(
            "--model", "model_name", default=["embedded"], show_default=True, help="See: asmeant list models"
        ),
        "languages": _axis(
            "--lang", "languages", callback=_languages, help="With a comma, one run with both: en,es."
        ),
        "temperature": _axis(
            "--temperature", type=numbers.TEMPERATURE, default=[0.8], show_default=True, help="0 is greedy."
        ),
        "top_p": _axis("--top-p", type=numbers.TOP_P, default=[0.95], show_default=True),
        "shots": _axis(
            "--shots", type=numbers.SHOTS, default=[0], show_default=True, help="Examples in the prompt."
        ),
        "shown": _axis(
            "--shown",
            type=click.Choice(["none", "one", "all"]),
            default=["none"],
            show_default=True,
            help="Probes (assertions) in the prompt.",
        ),
        "naming": _axis(
            "--naming",
            type=click.Choice(["id", "constant", "intent"]),
            default=["id"],
            show_default=True,
            help="Name of the function: the dataset's own, a constant, or made from the intent.",
        ),
        "style": _axis(
            "--prompt",
            "style",
            default=[""],
            help="A prompt style, by name or file. Default: depends on the task.",
        ),
        "form": _axis(
            "--form",
            type=click.Choice(["chat", "completion"]),
            help="Form of the prompt. Default: what the model prefers.",
        ),
    },
)


@click.command()
@click.argument("dataset")
@axis_options()
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    callback=options.words,
    help="A metric such as pass@3. See: asmeant list metrics",
)
@click.option(
    "--out",
    type=RunPlace(),
    default="runs",
    show_default=True,
    help="The folder for the runs, or a URL such as s3://BUCKET/RUNS.",
)
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@options.plan_options(without=AXIS_OPTIONS)
@options.json_option
def sweep(
    dataset: str,
    axes: dict[str, tuple[Any, ...]],
    metrics: tuple[str, ...],
    out: Path | str,
    plan: Plan,
    markdown: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Run every combination of several settings, and print a table.

    Models, languages, temperatures and prompt settings may be repeated. Each combination is the run that
    `asmeant run` would make. Runs that exist are not made again, so the same command continues where the last
    one stopped.
    """
    from asmeant.metrics import load_metrics

    if markdown + as_csv + as_json > 1:
        raise UsageError("A sweep is printed as Markdown, as CSV or as JSON. Choose one.")
    load_metrics(metrics, plan.sampling.count)  # an unknown metric is an error before anything runs
    quiet = as_json or as_csv or markdown
    sweep, runs = _begin(replace(plan, dataset=dataset, runs=out, metrics=metrics), axes)
    place = joined(out, _name(sweep, runs))
    _write(place, sweep)
    for number, run in enumerate(runs):
        cell = _run(sweep, number, run, quiet)
        sweep = replace(sweep, cells=(*sweep.cells[:number], cell, *sweep.cells[number + 1 :]))
        _write(place, sweep)
    _print(sweep, str(joined(place, SWEEP)), markdown, as_csv, as_json)
    failed = [cell for cell in sweep.cells if cell.state == "failed"]
    if failed:
        raise RunError(
            f"{len(failed)} of {len(sweep.cells)} runs failed, the first with: {failed[0].error} "
            "The same command continues with what is missing."
        )


def _begin(plan: Plan, axes: dict[str, tuple[Any, ...]]) -> tuple[Sweep, list[OpenRun]]:
    """Begins the run of every cell, so that a wrong setting is an error before any model is asked."""
    from asmeant.analysis.sweep import Cell, Sweep, grid
    from asmeant.pipeline import begin_run

    notify = say_once()
    cells, runs = [], []
    for settings in grid(axes):
        cell_plan = reduce(lambda plan, axis: AXES[axis](plan, settings[axis]), settings, plan)
        with begin_run(cell_plan, notify) as run:
            cells.append(Cell(settings, run.files.label))
            runs.append(run)
    return Sweep(plan.dataset, axes, tuple(cells), runs[0].settings.versions), runs


def _name(sweep: Sweep, runs: list[OpenRun]) -> str:
    from asmeant.analysis.sweep import sweep_name

    return sweep_name(sweep.dataset, [run.settings.id for run in runs])


def _run(sweep: Sweep, number: int, run: OpenRun, quiet: bool) -> Cell:
    """Runs one cell as far as possible. An error in it does not stop the others."""
    from asmeant.analysis.sweep import describe_cell

    cell = sweep.cells[number]
    try:
        with run:
            done = " (done)" if run.is_done else ""
            _say(f"[{number + 1} of {len(sweep.cells)}] {describe_cell(sweep, cell)}{done}", quiet)
            if not run.is_done:
                show_progress(run, run.generate(), quiet)
            # The metrics requested are those of the sweep; the run keeps its own.
            scores = run.compute_scores(write=not run.plan.metrics)
    except AsmeantError as error:
        _say(f"asmeant: {error}", quiet)
        return replace(cell, state="failed", error=str(error))
    return replace(cell, state="done", scores=tuple(scores))


def _say(words: str, quiet: bool) -> None:
    if not quiet:
        click.echo(words, err=True)


def _write(place: Path | str, sweep: Sweep) -> None:
    """Writes the whole sweep, so that an interrupted one says which cells are still waiting."""
    write_file(place, SWEEP, msgspec.json.format(to_json(sweep), indent=2) + b"\n")


def _print(sweep: Sweep, path: str, markdown: bool, as_csv: bool, as_json: bool) -> None:
    from asmeant.analysis.sweep import sweep_table
    from asmeant.reports import to_csv, to_markdown

    if as_json:
        click.echo(to_json({"sweep": path, **msgspec.to_builtins(sweep)}))
        return
    table = sweep_table(sweep)
    if markdown or as_csv:
        click.echo(to_markdown(table) if markdown else to_csv(table), nl=False)
        return
    print_table(table)
    click.echo(f"The sweep: {path}    Which differ: asmeant compare RUN RUN")
