"""Score -> page: a table in the terminal, or in Markdown."""

from asmeant.reports.table import Table, score_table
from asmeant.reports.text import to_markdown, to_rich

__all__ = ["Table", "score_table", "to_markdown", "to_rich"]
