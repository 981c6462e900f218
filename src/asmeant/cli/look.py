"""report, show: only read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import options
from asmeant.cli.console import terminal
from asmeant.errors import UnknownNameError, UsageError
from asmeant.records import Candidate, Observation, Task, Verdict, to_json
from asmeant.runs import RunFolder

if TYPE_CHECKING:
    from rich.console import Console

    from asmeant.reports.views import View
    from asmeant.reports.writing import Format
    from asmeant.tables import Table

MARKS = {"passed": "[green]✓ passed[/]", "failed": "[red]✗ failed[/]", "undecided": "[yellow]– undecided[/]"}


@click.command()
@click.argument("run_folders", metavar="RUN...", type=options.RunPath(), nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(["terminal", "markdown", "csv", "latex", "html", "json"]),
    help="Default: as the output's name ends, or else terminal.",
)
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@click.option("--markdown", is_flag=True, help="The same as --format markdown.")
@click.option("--published", is_flag=True, help="Put the figures of the dataset's paper beside.")
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
    """Print the table of one run or several, as far as they have come; or make a page of them.

    \b
      asmeant report runs/mine
      asmeant report runs/mine runs/other --format latex
      asmeant report runs/mine --output page.html
    """
    from asmeant.metrics import load_metrics
    from asmeant.reports.views import views
    from asmeant.reports.writing import page_of, save, tables_of, written
    from asmeant.workers import cores

    chosen = _format(form, output, markdown, as_json)
    named = load_metrics(metrics, max(files.settings().sampling.count for files in run_folders))
    runs = views(run_folders, named, by, cores())
    beside = [_published(view) for view in runs] if published else []
    tables = [*tables_of(runs), *beside]
    if chosen == "terminal" and output is None:
        _print_tables(run_folders, runs, tables)
        return
    if chosen == "json":
        text = _in_json(runs, beside)
    else:
        text = page_of(runs, named, tables) if chosen == "html" else written(tables, chosen)
    if output is None:
        click.echo(text, nl=False)
    else:
        save(text, output)
        click.echo(f"Written: {output}", err=True)


def _in_json(runs: list[View], published: list[Table]) -> str:
    """One run as it always was, several as a list; with the paper's figures where they are asked for."""
    made: list[dict[str, Any]]
    made = [{"run": str(view.path), "settings": view.settings, "scores": view.scores} for view in runs]
    if published:
        made = [{**view, "published": table} for view, table in zip(made, published, strict=True)]
    return to_json(made[0] if len(made) == 1 else made).decode() + "\n"


def _published(view: View) -> Table:
    from asmeant.analysis.published import published_table

    return published_table(view.settings, view.scores)


def _format(form: Format | None, output: Path | None, markdown: bool, as_json: bool) -> Format:
    from asmeant.reports.writing import format_of

    flags: dict[Format, bool] = {"markdown": markdown, "json": as_json}
    wishes = dict.fromkeys([*(name for name, given in flags.items() if given), *([form] if form else [])])
    if len(wishes) > 1:
        raise UsageError(f"A report has one format, and {' and '.join(wishes)} were asked for. Choose one.")
    return next(iter(wishes), None) or (format_of(output) if output else "terminal")


def _print_tables(folders: tuple[RunFolder, ...], runs: list[View], tables: list[Table]) -> None:
    from asmeant.cli.path import print_scores
    from asmeant.reports import to_rich
    from asmeant.reports.overview import told

    if len(runs) == 1:
        print_scores(folders[0], list(runs[0].scores), as_json=False, notes=list(told(runs)))
        tables = tables[1:]
    for table in tables:
        terminal().print(to_rich(table))


@click.command()
@click.argument("run_folder", metavar="RUN", type=options.RunPath())
@click.argument("task_id", metavar="[TASK]", required=False)
@options.json_option
def show(run_folder: RunFolder, task_id: str | None, as_json: bool) -> None:
    """Show one task of a run: its candidates, their verdicts, and why. Without a task: which there are."""
    tasks = {task.id: task for task in run_folder.read(Task)}
    if task_id is None:
        _show_all(run_folder, tasks, as_json)
        return
    if task_id not in tasks:
        raise UnknownNameError(
            f"task of {run_folder.path}", task_id, tasks, f"asmeant show {run_folder.path}"
        )
    task = tasks[task_id]
    candidates = {item.rank: item for item in run_folder.read(Candidate) if item.task_id == task_id}
    verdicts = {item.rank: item for item in run_folder.read(Verdict) if item.task_id == task_id}
    seen = [item for item in run_folder.read(Observation) if item.task_id == task_id]
    if as_json:
        parts: dict[str, Any] = {"task": task, "candidates": list(candidates.values())}
        click.echo(to_json({**parts, "observations": seen, "verdicts": list(verdicts.values())}))
        return
    console = terminal()
    _show_task(console, task)
    for rank, candidate in sorted(candidates.items()):
        mine = [item for item in seen if item.rank == rank]
        _show_candidate(console, task, candidate, verdicts.get(rank), mine)


def _show_all(files: RunFolder, tasks: dict[str, Task], as_json: bool) -> None:
    passed = dict.fromkeys(tasks, 0)
    total = dict.fromkeys(tasks, 0)
    for verdict in files.read(Verdict):
        total[verdict.task_id] += 1
        passed[verdict.task_id] += verdict.status == "passed"
    if as_json:
        click.echo(to_json([{"task": name, "passed": passed[name], "judged": total[name]} for name in tasks]))
        return
    for name, task in tasks.items():
        click.echo(f"{passed[name]:>3} of {total[name]:<3} {name:<32} {' '.join(task.intent.split())[:80]}")


def _show_task(console: Console, task: Task) -> None:
    from rich.markup import escape

    console.rule(f"[bold]{escape(task.id)}[/]")
    console.print(task.intent, style="italic", markup=False)
    for reference in task.references:
        _code(console, "reference", reference, task.code_language)
    for check in task.checks:
        if check.same_outcome_as is not None:
            _code(console, f"check '{check.name}': the outcome of", check.same_outcome_as, task.code_language)
        else:
            _code(console, f"check '{check.name}'", "\n".join(check.probes), "python")


def _show_candidate(
    console: Console, task: Task, candidate: Candidate, verdict: Verdict | None, seen: list[Observation]
) -> None:
    from rich.markup import escape

    mark = MARKS[verdict.status] if verdict else "not judged yet"
    console.rule(f"candidate {candidate.rank}: {mark}")
    _code(console, candidate.model, candidate.code or f"(nothing: {candidate.fault})", task.code_language)
    if verdict and verdict.held:
        by = f" by function {verdict.function}" if verdict.function else ""
        console.print(f"[green]holds:[/] {escape(', '.join(verdict.held))}{escape(by)}")
        if verdict.reason:
            console.print(escape(verdict.reason), style="dim")
    elif verdict:
        console.print(f"[red]why:[/] {escape(verdict.reason)}")
    for observation in seen:
        for path, change in observation.files.items():
            console.print(f"[dim]{escape(path)}[/] {escape(change)}")
        for name, text in (("stdout", observation.stdout), ("stderr", observation.stderr)):
            if text and not (verdict and verdict.held):
                console.print(
                    f"[dim]{name} under '{escape(observation.check)}'[/]\n{escape(text[-2000:].rstrip())}"
                )


def _code(console: Console, title: str, code: str, language: str) -> None:
    from rich.markup import escape
    from rich.syntax import Syntax

    console.print(f"[dim]{escape(title)}[/]")
    console.print(Syntax(code.rstrip(), language, background_color="default", word_wrap=True))
