"""What the papers say of their data, recomputed from what was released."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.recomputed import recompute
from asmeant.datasets import load_tasks
from asmeant.records import Selection

pytestmark = pytest.mark.data

# What does not come out, and what does instead.
DIFFERENT = {
    "AST depth, en": "7.01",  # one program does not parse in this Python
    "most sets for a task": "26",
    "names in the snippet, %, es": "94.3",
}


@pytest.mark.parametrize(
    ("paper", "languages", "agreeing"),
    [("odex", ("en", "es", "ru"), 20), ("mbupp", (), 1), ("mconala", ("es", "ja"), 9)],
)
def test_figures_come_out(released_data: Path, paper: str, languages: tuple[str, ...], agreeing: int) -> None:
    facts = recompute(paper, list(load_tasks(paper, Selection(languages=languages), released_data)))
    assert sum(fact.agrees is True for fact in facts) == agreeing
    assert {fact.what: fact.shown for fact in facts if fact.agrees is False}.items() <= DIFFERENT.items()


def test_sets_of_mbupp(released_data: Path) -> None:
    found = {
        fact.what: fact.found for fact in recompute("mbupp", list(load_tasks("mbupp", data=released_data)))
    }
    assert found["sets in all"] == 1238
    assert found["steps: PermuteArgs of arguments"] == 483
