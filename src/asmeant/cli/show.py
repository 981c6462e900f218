"""report and show: print runs without changing them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import options
from asmeant.cli.console import progress, terminal, visible
from asmeant.cli.report_output import choose_format, output_options, write_report
from asmeant.cli.run_path import RunPath
from asmeant.errors import UnknownNameError
from asmeant.records import Task, to_json
from asmeant.runs import RunFolder

if TYPE_CHECKING:
    from asmeant.loaded_run import LoadedRun
    from asmeant.reports.views import RunView
    from asmeant.reports.writing import Format
    from asmeant.tables import Table


@click.command()
@click.argument("run_folders", metavar="RUN...", type=RunPath(), nargs=-1, required=True)
@output_options
@click.option("--markdown", is_flag=True, help="The same as --format markdown.")
@click.option("--published", is_flag=True, help="Also print the figures of the dataset's paper.")
@options.score_options
@options.json_option
def report(
    run_folders: tuple[RunFolder, ...],
    form: Format | None,
    output: Path | None,
    markdown: bool,
    published: bool,
    as_json: bool,
    metrics: tuple[str, ...],
    by: str,
) -> None:
    """Print the scores of one or more runs, or write them to a file. A run need not be finished.

    \b
      asmeant report runs/mine
      asmeant report runs/mine runs/other --format latex
      asmeant report runs/mine --output page.html
    """
    from asmeant.metrics import load_metrics
    from asmeant.reports.views import views
    from asmeant.reports.writing import page_of, tables_of, written
    from asmeant.workers import cores

    file_format = choose_format(form, output, {"markdown": markdown, "json": as_json})
    loaded_metrics = load_metrics(metrics, max(files.settings().sampling.count for files in run_folders))
    with progress("report", 2, quiet=output is None or not terminal(error=True).is_terminal) as bar:
        runs = views(run_folders, loaded_metrics, by, cores(), with_causes=file_format == "html")
        published_groups = [_published(view) for view in runs] if published else []
        tables = [*tables_of(runs), *(table for group in published_groups for table in group)]
        bar.advance(note="scored")
        if file_format == "terminal" and output is None:
            _print_tables(run_folders, runs, tables)
            return
        if file_format == "json":
            text = _in_json(runs, published_groups)
        else:
            text = (
                page_of(runs, loaded_metrics, tables)
                if file_format == "html"
                else written(tables, file_format)
            )
        bar.advance(note="written")
    write_report(text, output)


def _in_json(runs: list[RunView], published: list[list[Table]]) -> str:
    """One run as an object, several as a list; with the paper's figures if they were requested."""
    entries: list[dict[str, Any]]
    entries = [
        {"run": view.run.files.label, "settings": view.settings, "scores": view.scores} for view in runs
    ]
    if published:
        entries = [{**view, "published": tables} for view, tables in zip(entries, published, strict=True)]
    return to_json(entries[0] if len(entries) == 1 else entries).decode() + "\n"


def _published(view: RunView) -> list[Table]:
    from asmeant.analysis.published import published_tables

    return published_tables(view.settings, view.scores)


def _print_tables(folders: tuple[RunFolder, ...], runs: list[RunView], tables: list[Table]) -> None:
    from asmeant.cli.run import print_scores
    from asmeant.reports import to_rich
    from asmeant.reports.overview import reader_notes

    if len(runs) == 1:
        print_scores(folders[0], list(runs[0].scores), notes=list(reader_notes(runs)))
        tables = tables[1:]
    for table in tables:
        terminal().print(to_rich(table))


@click.command()
@click.argument("run_folder", metavar="RUN", type=RunPath())
@click.argument("task_id", metavar="[TASK]", required=False)
@options.json_option
def show(run_folder: RunFolder, task_id: str | None, as_json: bool) -> None:
    """Show one task of a run: prompt, replies, code, verdicts, reasons. Without TASK, list the tasks."""
    from asmeant.loaded_run import LoadedRun

    run = LoadedRun(run_folder)
    if task_id is None:
        _show_all(run, as_json)
        return
    if task_id not in run.tasks:
        raise UnknownNameError(
            f"task of {run.files.label}", task_id, run.tasks, f"asmeant show {run.files.label}"
        )
    _show_one(run, run.tasks[task_id], as_json)


def _show_one(run: LoadedRun, task: Task, as_json: bool) -> None:
    from asmeant.cli.showing import show_candidate, show_task

    prompts, attempts = list(run.prompts(task.id)), list(run.attempts(task.id))
    if as_json:
        records = {
            "task": task,
            "prompts": prompts,
            "candidates": [attempt.candidate for attempt in attempts],
            "observations": [item for attempt in attempts for item in attempt.observations],
            "verdicts": [attempt.verdict for attempt in attempts if attempt.verdict],
        }
        click.echo(to_json(records))
        return
    console = terminal()
    show_task(console, task, prompts)
    for attempt in attempts:
        show_candidate(console, task, attempt.candidate, attempt.verdict, list(attempt.observations))


def _show_all(run: LoadedRun, as_json: bool) -> None:
    counts = {id_: run.statuses(id_) for id_ in run.tasks}
    rows = [
        {"task": id_, "passed": count["passed"], "judged": count.total() - count["not judged"]}
        for id_, count in counts.items()
    ]
    if as_json:
        click.echo(to_json(rows))
        return
    for row, task in zip(rows, run.tasks.values(), strict=True):
        intent = visible(" ".join(task.intent.split())[:80])
        click.echo(f"{row['passed']:>3} of {row['judged']:<3} {visible(task.id):<32} {intent}")
