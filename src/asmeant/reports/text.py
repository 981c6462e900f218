"""Table -> text: for a terminal, or Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asmeant.reports.table import Table

if TYPE_CHECKING:
    from rich.table import Table as RichTable


def to_rich(table: Table) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable

    page = RichTable(
        title=table.title,
        caption=table.note,
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        title_justify="left",
        caption_justify="left",
        title_style="bold",
    )
    for number, name in enumerate(table.header):
        page.add_column(name, justify="right" if number else "left", min_width=len(name))
    for number, row in enumerate(table.rows, 1):
        page.add_row(*row, style="bold" if number == len(table.rows) else "")
    return page


def to_markdown(table: Table) -> str:
    def line(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = "| --- |" + " ---: |" * (len(table.header) - 1)
    lines = [f"## {table.title}", "", line(table.header), rule, *map(line, table.rows), "", table.note]
    return "\n".join(lines).rstrip() + "\n"
