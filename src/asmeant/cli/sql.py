"""sql: queries runs in SQL."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import options
from asmeant.cli.console import terminal
from asmeant.cli.run_path import RunPath
from asmeant.errors import UsageError
from asmeant.records import to_json
from asmeant.runs import RunFolder
from asmeant.store_runs import runs_in
from asmeant.tables import Cell, Table

if TYPE_CHECKING:
    from asmeant.analysis.sql import Answer


@click.command()
@click.argument("query", required=False)
@click.argument("run_folders", metavar="[RUN]...", type=RunPath(), nargs=-1)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@options.json_option
def sql(query: str | None, run_folders: tuple[RunFolder, ...], as_csv: bool, as_json: bool) -> None:
    """Query runs in SQL. Without a QUERY, list the views and their columns.

    Without a RUN, all runs under ./runs are used. Runs are only read.

    \b
      asmeant sql 'select model, avg(pass_at_1) from task_scores group by model'
      asmeant sql "select task_id, reason from judged where status = 'failed'" runs/mine
    """
    from asmeant.analysis.sql import ask

    if as_csv and as_json:
        raise UsageError("An answer is printed as CSV or as JSON. Choose one.")
    if query is None:
        _print_views(as_json)
        return
    _print(ask(run_folders or _runs_here(), query), as_csv, as_json)


def _runs_here() -> list[RunFolder]:
    runs = list(runs_in("runs"))
    if not runs:
        raise UsageError("There is no run under runs/ here. Name one: asmeant sql QUERY RUN")
    return runs


def _print_views(as_json: bool) -> None:
    from asmeant.analysis.tables import VIEWS, columns

    if as_json:
        views = [
            {"view": name, "about": view.about, "columns": columns(name)} for name, view in VIEWS.items()
        ]
        click.echo(to_json(views))
        return
    for name, view in VIEWS.items():
        click.echo(f"{name}: {view.about}")
        click.echo(f"    {', '.join(f'{column} {kind}' for column, kind in columns(name).items())}")


def _print(answer: Answer, as_csv: bool, as_json: bool) -> None:
    if as_json:
        click.echo(to_json([dict(zip(answer.columns, row, strict=True)) for row in answer.rows]))
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(answer.columns)
        writer.writerows([_as_cell(value) for value in row] for row in answer.rows)
    else:
        from asmeant.reports import to_rich

        rows = tuple(tuple(_as_cell(value) for value in row) for row in answer.rows)
        count = f"{len(rows)} row{'' if len(rows) == 1 else 's'}"
        terminal().print(to_rich(Table("", answer.columns, rows, (count,))))


def _as_cell(value: Any) -> Cell:
    """A cell of the table. Compound values are written as JSON."""
    return value if value is None or isinstance(value, str | int | float) else to_json(value).decode()
