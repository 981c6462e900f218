"""--format and --output: in which format a report is written, and to which file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli.options.grouping import combine
from asmeant.errors import UsageError
from asmeant.records import to_json

if TYPE_CHECKING:
    from asmeant.reports.writing import Format
    from asmeant.tables import Table

output_options = combine(
    click.option(
        "--format",
        "form",
        type=click.Choice(["terminal", "markdown", "csv", "latex", "html", "json"]),
        help="Default: by the extension of the output file, else terminal.",
    ),
    click.option(
        "--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file."
    ),
)


def choose_format(form: Format | None, output: Path | None, flags: Mapping[Format, bool]) -> Format:
    """The format by `--format` or by a flag such as `--json`, else by the name of the file."""
    from asmeant.reports.writing import format_of

    formats = dict.fromkeys([*(name for name, is_set in flags.items() if is_set), *([form] if form else [])])
    if len(formats) > 1:
        raise UsageError(f"A report has one format, but {' and '.join(formats)} were asked for. Choose one.")
    return next(iter(formats), None) or (format_of(output) if output else "terminal")


def write_tables(
    tables: Sequence[Table], form: Format, output: Path | None, show: Callable[[Table], None]
) -> None:
    """Write the tables in this format. `show` prints a table to the terminal."""
    from asmeant.reports.writing import written

    if form == "terminal" and output is None:
        for table in tables:
            show(table)
    else:
        text = to_json({"tables": tables}).decode() + "\n" if form == "json" else written(tables, form)
        write_report(text, output)


def write_report(text: str, output: Path | None) -> None:
    """Print the text, or write it to the file and name the file on standard error."""
    from asmeant.reports.writing import save

    if output is None:
        click.echo(text, nl=False)
    else:
        save(text, output)
        click.echo(f"Written: {output}", err=True)
