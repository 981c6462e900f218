"""Score -> page: a table in the terminal, in Markdown, CSV or LaTeX; or a whole page in HTML."""

from asmeant.reports.latex import to_latex
from asmeant.reports.markup import to_html
from asmeant.reports.table import runs_table, score_table
from asmeant.reports.text import to_csv, to_markdown, to_rich
from asmeant.tables import Estimate, Table

__all__ = [
    "Estimate",
    "Table",
    "runs_table",
    "score_table",
    "to_csv",
    "to_html",
    "to_latex",
    "to_markdown",
    "to_rich",
]
