"""report, show, list: only read."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

from asmeant import plugins
from asmeant.cli import options
from asmeant.cli.console import terminal
from asmeant.errors import AsmeantError, UsageError
from asmeant.records import Candidate, Observation, Task, Verdict, to_json
from asmeant.runs import RunFolder

if TYPE_CHECKING:
    from rich.console import Console

MARKS = {"passed": "[green]✓ passed[/]", "failed": "[red]✗ failed[/]", "undecided": "[yellow]– undecided[/]"}


@click.command()
@click.argument("run_folder", metavar="RUN", type=options.RunPath())
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@options.score_options
@options.json_option
def report(run_folder: RunFolder, markdown: bool, as_json: bool, metrics: tuple[str, ...], by: str) -> None:
    """Print the table of a run, as far as it has come."""
    from asmeant.cli.path import print_scores
    from asmeant.metrics import load_metric
    from asmeant.pipeline import scored
    from asmeant.reports import score_table, to_markdown

    if markdown and as_json:
        raise UsageError("A report is printed as Markdown or as JSON. Choose one.")
    scores = scored(run_folder, [load_metric(name) for name in metrics], by)
    if markdown:
        settings = run_folder.settings()
        click.echo(to_markdown(score_table(f"{settings.model} on {settings.dataset}", scores)), nl=False)
    else:
        print_scores(run_folder, scores, as_json)


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
        close = get_close_matches(task_id, tasks, n=1, cutoff=0.3)
        hint = f"Closest: '{close[0]}'. " if close else ""
        raise UsageError(
            f"No task of {run_folder.path} is called '{task_id}'. {hint}See: asmeant show {run_folder.path}"
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
        _code(
            console, f"check '{check.name}'", "\n".join(check.probes) or check.same_outcome_as or "", "python"
        )


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
    elif verdict:
        console.print(f"[red]why:[/] {escape(verdict.reason)}")
    for observation in seen:
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


KINDS = ("datasets", "models", "prompts", "metrics", "sandboxes")


@click.command("list")
@click.argument("kind", type=click.Choice(KINDS))
@options.json_option
def list_(kind: str, as_json: bool) -> None:
    """List what there is: datasets, models, prompts, metrics, sandboxes."""
    rows = list(_listed(kind))
    if as_json:
        click.echo(to_json(rows))
        return
    from rich.markup import escape

    console = terminal()
    for row in rows:
        console.print(f"[bold]{escape(row.pop('name'))}[/]  {escape(row.pop('about', ''))}", soft_wrap=True)
        for key, value in row.items():
            if value:
                console.print(f"    [dim]{key:<10}[/] {escape(value)}", soft_wrap=True)


def _listed(kind: str) -> Iterator[dict[str, str]]:
    """A broken plug-in is listed with what is wrong with it, and hides nothing else."""
    if kind == "prompts":
        from asmeant.prompts import styles

        yield from ({"name": style.name, "about": style.about} for style in styles())
        return
    for group in {"models": ("client", "model"), "sandboxes": ("sandbox",)}.get(kind, (kind[:-1],)):
        for name in plugins.names(group):
            try:
                found = plugins.load(group, name)
            except AsmeantError as error:
                yield {"name": name, "broken": str(error)}
            else:
                yield {"name": name, **_described(found)}


def _described(found: Any) -> dict[str, str]:
    """A dataset tells about itself; of anything else, the first line of its documentation."""
    if hasattr(found, "licence"):
        told = {key: str(getattr(found, key, "")) for key in ("about", "licence", "citation", "home")}
        return {**told, "variants": ", ".join(getattr(found, "variants", ()))}
    return {"about": (found.__doc__ or "").strip().split("\n")[0]}
