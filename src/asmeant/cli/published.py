"""published: prints the tables of the papers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli.console import terminal
from asmeant.cli.report_output import choose_format, output_options, write_tables
from asmeant.errors import UsageError

if TYPE_CHECKING:
    from asmeant.reports.writing import Format
    from asmeant.tables import Table


@click.command()
@click.argument("dataset", required=False)
@click.argument("table", required=False)
@click.option("--all", "every", is_flag=True, help="Print every table.")
@click.option("--stated", is_flag=True, help="The figures in the text of the paper.")
@output_options
def published(
    dataset: str | None,
    table: str | None,
    every: bool,
    stated: bool,
    form: Format | None,
    output: Path | None,
) -> None:
    """Print the tables of the papers, and the commands that compute the same.

    \b
      asmeant published
      asmeant published odex
      asmeant published odex 4
      asmeant published nl2bash --stated

    To compare them with a run: asmeant report RUN --published
    """
    if sum((table is not None, every, stated)) > 1:
        raise UsageError("TABLE, --all and --stated exclude each other. Choose one of them.")
    if dataset is None and (every or stated):
        raise UsageError("No dataset was named. Name one: asmeant published odex --all")
    tables = _chosen(dataset, table, every, stated)
    write_tables(tables, choose_format(form, output, {}), output, _show)


def _show(table: Table) -> None:
    from asmeant.reports import to_rich

    terminal().print(to_rich(table))


def _chosen(dataset: str | None, table: str | None, every: bool, stated: bool) -> list[Table]:
    from asmeant.analysis.published import pages
    from asmeant.analysis.published.paper import paper, papers

    if dataset is None:
        return [pages.overview_table(papers())]
    source = paper(dataset)
    if table is not None:
        return [pages.printed_table(source, source.table(table))]
    if every:
        return [pages.printed_table(source, printed) for printed in source.tables]
    return [pages.stated_table(source) if stated else pages.contents_table(source)]
