"""The papers' tables and stated figures, and how they compare with a run."""

from __future__ import annotations

from asmeant.analysis.published.beside import published_tables
from asmeant.analysis.published.figures import MEAN, Figure, figures, figures_of
from asmeant.analysis.published.paper import Paper, PaperTable, Row, as_printed, paper, papers

__all__ = [
    "MEAN",
    "Figure",
    "Paper",
    "PaperTable",
    "Row",
    "as_printed",
    "figures",
    "figures_of",
    "paper",
    "papers",
    "published_tables",
]
