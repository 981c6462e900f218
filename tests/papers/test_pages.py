"""The pages about the papers say what the commands on them print."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.recomputed import datasets_of, fact_table, recompute
from asmeant.datasets import load_tasks
from asmeant.records import Selection
from asmeant.reports import to_markdown

pytestmark = pytest.mark.data
PAGES = Path(__file__).parents[2] / "docs" / "papers"


@pytest.mark.parametrize(
    ("paper", "languages"), [("odex", ("en", "es", "ru")), ("mbupp", ()), ("mconala", ("es", "ja"))]
)
def test_the_table_is_the_one_that_is_printed(
    released_data: Path, paper: str, languages: tuple[str, ...]
) -> None:
    chosen = Selection(languages=languages)
    tasks = [task for name in datasets_of(paper) for task in load_tasks(name, chosen, released_data)]
    _, _, table = to_markdown(fact_table(paper, recompute(paper, tasks))).partition("\n\n")
    assert table in (PAGES / f"{paper}.md").read_text("utf-8")
    assert len(table.splitlines()) > 15
