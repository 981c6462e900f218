"""sweep: a grid of settings, each cell an ordinary run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from asmeant.cli import numbers, options
from asmeant.cli.compare import print_table
from asmeant.cli.path import begin, counts, generate_missing, judged, run
from asmeant.errors import AsmeantError, RunError, UsageError
from asmeant.records import Score, Verdict, to_json
from asmeant.runs import RunFolder

if TYPE_CHECKING:
    from asmeant.analysis.sweep import Cell, Sweep

# An axis, as a person calls it -> the name of the setting.
AXES = {
    "model": "model_name",
    "language": "languages",
    "temperature": "temperature",
    "top-p": "top_p",
    "shots": "shots",
    "shown": "shown",
    "naming": "naming",
    "prompt": "style",
    "form": "form",
}


def _languages(
    _context: click.Context, _option: click.Parameter, value: tuple[str, ...]
) -> list[tuple[str, ...]]:
    """Each --lang is a value of the axis; with commas, several languages in one run."""
    return [tuple(word.strip() for word in given.split(",") if word.strip()) for given in value] or [()]


def _axis(*names: str, **more: Any) -> Any:
    return click.option(*names, multiple=True, **more)


axis_options = options.together(
    _axis("--model", "model_name", default=["embedded"], show_default=True, help="See: asmeant list models"),
    _axis("--lang", "languages", callback=_languages, help="With a comma, one run with both: en,es."),
    _axis("--temperature", type=numbers.TEMPERATURE, default=[0.8], show_default=True, help="0 is greedy."),
    _axis("--top-p", type=numbers.TOP_P, default=[0.95], show_default=True),
    _axis("--shots", type=numbers.SHOTS, default=[0], show_default=True, help="Examples in the prompt."),
    _axis(
        "--shown",
        type=click.Choice(["none", "one", "all"]),
        default=["none"],
        show_default=True,
        help="Probes in the prompt.",
    ),
    _axis(
        "--naming",
        type=click.Choice(["id", "constant", "intent"]),
        default=["id"],
        show_default=True,
        help="What the function to write is called.",
    ),
    _axis("--prompt", "style", default=[""], help="A prompt style, by name or file. Default: by the task."),
    _axis("--form", type=click.Choice(["chat", "completion"]), help="Default: what the model prefers."),
)
# All that `run` can be told, but for what is an axis here, or makes no sense for several runs.
same_as_run = [
    param for param in run.params if param.name not in {*AXES.values(), "dataset", "out", "resume", "as_json"}
]


@click.command(params=list(same_as_run))
@click.argument("dataset")
@axis_options
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    callback=options.words,
    help="pass@3, or as in: asmeant list metrics",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("runs"),
    show_default=True,
    help="The folder in which the runs' folders are.",
)
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@options.json_option
def sweep(dataset: str, out: Path, markdown: bool, as_csv: bool, as_json: bool, **given: Any) -> None:
    """Run a grid of settings, each cell an ordinary run, and print a table of them all.

    Models, languages, temperatures and how the prompt is made are axes of the grid: each may be given several
    times. A cell is the run that `asmeant run` would make. One that is there is not made again, and the same
    command goes on where the last one stopped.
    """
    from asmeant.metrics import load_metrics

    if markdown + as_csv + as_json > 1:
        raise UsageError("A sweep is printed as Markdown, as CSV or as JSON. Choose one.")
    load_metrics(given["metrics"], given["count"])  # a wrong one is told before anything is run
    quiet = as_json or as_csv or markdown
    plan, folders = _planned(dataset, out, given)
    path = out / _name(plan, folders) / "sweep.json"
    _write(path, plan)
    for number, files in enumerate(folders):
        cell = _run(plan, number, files, given, quiet)
        plan = replace(plan, cells=(*plan.cells[:number], cell, *plan.cells[number + 1 :]))
        _write(path, plan)
    _print(plan, path, markdown, as_csv, as_json)
    failed = [cell for cell in plan.cells if cell.state == "failed"]
    if failed:
        raise RunError(
            f"{len(failed)} of {len(plan.cells)} runs failed, the first with: {failed[0].error} "
            "The same command goes on with what is missing."
        )


# What sets a sweep apart from a run comes first in its help.
sweep.params.sort(key=lambda param: param in same_as_run)


def _planned(dataset: str, out: Path, given: dict[str, Any]) -> tuple[Sweep, list[RunFolder]]:
    """Every cell's run, begun: a wrong setting is told before any model is asked."""
    from asmeant.analysis.sweep import Cell, Sweep, grid

    given["form"] = given["form"] or (None,)
    axes = {axis: tuple(dict.fromkeys(given[name])) for axis, name in AXES.items()}
    cells, folders = [], []
    for settings in grid(axes):
        words = {AXES[axis]: value for axis, value in settings.items()}
        files = begin(dataset, {**given, **words, "out": None}, out)
        # Where programs run is said, and warned about, once.
        given["world"] = given["world"] or files.settings().world.rpartition("-")[0] or "this"
        cells.append(Cell(settings, str(files.path)))
        folders.append(files)
    return Sweep(dataset, axes, tuple(cells), folders[0].settings().versions), folders


def _name(plan: Sweep, folders: list[RunFolder]) -> str:
    from asmeant.analysis.sweep import sweep_name

    return sweep_name(plan.dataset, [files.settings().id for files in folders])


def _run(plan: Sweep, number: int, files: RunFolder, given: dict[str, Any], quiet: bool) -> Cell:
    """One cell, as far as it comes: what goes wrong in it does not stop the others."""
    from asmeant.analysis.sweep import told

    cell = plan.cells[number]
    _say(
        f"[{number + 1} of {len(plan.cells)}] {told(plan, cell)}{' (done)' if _is_done(files) else ''}", quiet
    )
    try:
        with files:
            if not _is_done(files):
                new = generate_missing(files, given["data"], quiet)
                for _ in judged(files, new, given, quiet):
                    pass
            scores = _scored(files, given["metrics"])
    except AsmeantError as error:
        _say(f"asmeant: {error}", quiet)
        return replace(cell, state="failed", error=str(error))
    return replace(cell, state="done", scores=tuple(scores))


def _is_done(files: RunFolder) -> bool:
    wanted, _ = counts(files)
    return len({(verdict.task_id, verdict.rank) for verdict in files.read(Verdict)}) == wanted


def _scored(files: RunFolder, metrics: tuple[str, ...]) -> list[Score]:
    from asmeant.metrics import load_metrics
    from asmeant.pipeline import scored, write_scores

    if not metrics:
        return write_scores(files)
    return scored(files, load_metrics(metrics, files.settings().sampling.count))


def _say(words: str, quiet: bool) -> None:
    if not quiet:
        click.echo(words, err=True)


def _write(path: Path, plan: Sweep) -> None:
    """What was run, as a whole: an interrupted sweep says what is still waiting."""
    new = path.with_name(".sweep.json.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(msgspec.json.format(to_json(plan), indent=2) + b"\n")
        new.replace(path)
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror}. Choose another --out.") from error


def _print(plan: Sweep, path: Path, markdown: bool, as_csv: bool, as_json: bool) -> None:
    from asmeant.analysis.sweep import sweep_table
    from asmeant.reports import to_csv, to_markdown

    if as_json:
        click.echo(to_json({"sweep": str(path), **msgspec.to_builtins(plan)}))
        return
    table = sweep_table(plan)
    if markdown or as_csv:
        click.echo(to_markdown(table) if markdown else to_csv(table), nl=False)
        return
    print_table(table)
    click.echo(f"The sweep: {path}    Which differ: asmeant compare RUN RUN")
