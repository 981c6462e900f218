"""What the papers say of their data, recomputed from what was released."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.recomputed import datasets_of, recompute
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


def test_names_that_translators_keep(released_data: Path) -> None:
    chosen = Selection(languages=("es", "ja"))
    tasks = [task for name in datasets_of("mconala") for task in load_tasks(name, chosen, released_data)]
    found = {fact.what: fact.shown for fact in recompute("mconala", tasks)}
    kept = {
        (language, name): (
            found[f"names kept, %, {language} by {name}"],
            found[f"names still quoted, %, {language} by {name}"],
        )
        for language in ("es", "ja")
        for name in ("flores101", "marianmt", "m2m")
    }
    assert kept == {
        ("es", "flores101"): ("83.1", "77.8"),
        ("es", "marianmt"): ("83.1", "81.9"),
        ("es", "m2m"): ("83.8", "82.3"),
        ("ja", "flores101"): ("95.8", "80.8"),
        ("ja", "marianmt"): ("17.5", "0.0"),
        ("ja", "m2m"): ("95.8", "87.5"),
    }
