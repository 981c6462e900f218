"""list: runs, tasks, and everything that has a name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from asmeant import plugins
from asmeant.cli import options
from asmeant.cli.console import terminal
from asmeant.cli.run_path import RunPlace
from asmeant.errors import AsmeantError, UsageError
from asmeant.records import to_json
from asmeant.seams import HasProtocols

KINDS = ("runs", "tasks", "datasets", "models", "prompts", "metrics", "sandboxes")


@click.command("list")
@click.argument("kind", type=click.Choice(KINDS), metavar="KIND")
@click.argument("folder", metavar="[FOLDER]", type=RunPlace(), required=False)
@options.data_option
@options.json_option
def list_(kind: str, folder: Path | str | None, data: Path | None, as_json: bool) -> None:
    """List runs, tasks, datasets, models, prompts, metrics or sandboxes.

    KIND is one of these words. `runs` lists the runs in FOLDER, which may be on a store (s3://BUCKET/RUNS),
    or in ./runs, the last changed first. `tasks` lists the tasks of a dataset or a tasks file, named instead
    of FOLDER, and for Bash what their checks expect.

    \b
      asmeant list datasets
      asmeant list runs
      asmeant list tasks intercode-alfa
    """
    if kind == "runs":
        from asmeant.cli.list_runs import list_runs

        list_runs(folder, as_json)
        return
    if kind == "tasks":
        _list_tasks(folder, data, as_json)
        return
    if folder is not None:
        raise UsageError(
            f"A folder holds runs, not {kind}. Use: asmeant list {kind}, or asmeant list runs {folder}"
        )
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


def _list_tasks(dataset: Path | str | None, data: Path | None, as_json: bool) -> None:
    """Prints each task on a line, and below it what each check of a command expects."""
    from asmeant.cli.console import visible
    from asmeant.datasets import load_tasks
    from asmeant.reports.expectation import in_words

    if dataset is None:
        raise UsageError("Name the dataset whose tasks to list: asmeant list tasks intercode-alfa")
    console = terminal()
    for task in load_tasks(str(dataset), data=data):
        expected = [in_words(check.expects) for check in task.checks if check.expects is not None]
        if as_json:
            click.echo(to_json({"id": task.id, "intent": task.intent, "expects": expected}))
            continue
        console.print(f"{task.id}  {visible(task.intent)}", soft_wrap=True, markup=False, highlight=False)
        for text in dict.fromkeys(expected):
            console.print(f"    expects {text}", soft_wrap=True, markup=False, highlight=False, style="dim")


def _listed(kind: str) -> Iterator[dict[str, str]]:
    """A broken plug-in is listed with its error, and does not hide the others."""
    if kind == "prompts":
        from asmeant.prompts import styles

        yield from ({"name": style.name, "about": style.about} for style in styles())
        return
    for group in {"models": ("client", "model"), "sandboxes": ("sandbox",)}.get(kind, (kind[:-1],)):
        for name in plugins.names(group):
            try:
                plugin = plugins.load(group, name)
            except AsmeantError as error:
                yield {"name": name, "broken": str(error)}
            else:
                yield {"name": name, **_described(plugin)}


def _described(plugin: Any) -> dict[str, str]:
    """What a dataset says about itself; for anything else, the first line of its docstring."""
    if hasattr(plugin, "licence"):
        details = {key: str(getattr(plugin, key, "")) for key in ("about", "licence", "citation", "home")}
        return {**details, "variants": ", ".join(getattr(plugin, "variants", ()))}
    about = (plugin.__doc__ or "").strip().split("\n")[0]
    protocols = plugin.protocols if isinstance(plugin, HasProtocols) else {}
    return {"about": about, **{f":{name}": str(protocol) for name, protocol in protocols.items()}}
