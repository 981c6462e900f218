"""Runs, a format -> text: what `asmeant report` prints or writes to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal, get_args

from asmeant.errors import UsageError
from asmeant.files import write_whole
from asmeant.metrics import available
from asmeant.reports.latex import to_latex
from asmeant.reports.markup import to_html
from asmeant.reports.overview import reader_notes, title_of
from asmeant.reports.page import to_page
from asmeant.reports.table import runs_table, score_table
from asmeant.reports.text import to_csv, to_markdown, to_rich
from asmeant.reports.views import RunView
from asmeant.seams import Metric
from asmeant.tables import Table

Format = Literal["terminal", "markdown", "csv", "latex", "html", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)
ENDINGS: dict[str, Format] = {
    ".md": "markdown", ".csv": "csv", ".tex": "latex", ".html": "html", ".htm": "html", ".json": "json",
    ".txt": "terminal",
}  # fmt: skip
# Compared with the verdicts on a page where no metric is asked for: quick, and known to readers.
LIKENESS = ("bleu", "chrf")


def format_of(output: Path) -> Format:
    """What the name of a file says."""
    if output.suffix.lower() in ENDINGS:
        return ENDINGS[output.suffix.lower()]
    raise UsageError(
        f"The name {output.name} does not say which format is meant. "
        f"End it in {', '.join(ENDINGS)}, or add --format."
    )


def tables_of(runs: Sequence[RunView]) -> list[Table]:
    """The table of one run, or of several below each other, with what a reader must know."""
    if len(runs) == 1:
        return [score_table(title_of(runs), runs[0].scores, list(reader_notes(runs)))]
    return [runs_table(title_of(runs), {view.label: view.scores for view in runs}, list(reader_notes(runs)))]


def written(tables: Iterable[Table], form: Format) -> str:
    """Tables, one after the other."""
    writers: dict[Format, Callable[[Table], str]] = {
        "terminal": _as_terminal, "markdown": to_markdown, "csv": to_csv, "latex": to_latex, "html": to_html,
    }  # fmt: skip
    return "\n".join(map(writers[form], tables))


def page_of(runs: Sequence[RunView], metrics: Sequence[Metric], tables: Sequence[Table]) -> str:
    """The whole page; its first table is its own, the others are added."""
    return to_page(runs, metrics or available(LIKENESS).metrics, tables[1:])


def save(text: str, output: Path) -> None:
    """A file as a whole, or the old one."""
    try:
        write_whole(output, text.encode("utf-8"), durable=False)
    except OSError as error:
        raise UsageError(
            f"{output} cannot be written: {error.strerror}. Choose another file with --output."
        ) from error


def _as_terminal(table: Table) -> str:
    """As a terminal shows it, without its colours."""
    from rich.console import Console

    console = Console(width=200, highlight=False, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(to_rich(table))
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"
