"""The pages about the papers say what the commands on them print."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.recomputed import datasets_of, fact_tables, recompute
from asmeant.datasets import load_tasks
from asmeant.records import Selection
from asmeant.reports import to_markdown

pytestmark = pytest.mark.data
MOST_ROWS = 10  # a page has the first rows of a long table
PAGES = Path(__file__).parents[2] / "docs" / "papers"


@pytest.mark.parametrize(
    ("paper", "languages"), [("odex", ("en", "es", "ru")), ("mbupp", ()), ("mconala", ("es", "ja"))]
)
def test_the_table_is_the_one_that_is_printed(
    released_data: Path, paper: str, languages: tuple[str, ...]
) -> None:
    chosen = Selection(languages=languages)
    tasks = [task for name in datasets_of(paper) for task in load_tasks(name, chosen, released_data)]
    page = (PAGES / f"{paper}.md").read_text("utf-8")
    # Words of intents need an extra, and stand on the page as it gives them.
    facts = [fact for fact in recompute(paper, tasks) if not fact.what.startswith("intent words")]
    shown = 0
    for table in fact_tables(paper, facts):
        for line in to_markdown(table).splitlines()[4 : 4 + MOST_ROWS]:
            shown += 1
            assert line in page
    assert shown > 15
