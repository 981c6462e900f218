"""What the papers say of their data, recomputed from what was released."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests import needs

from asmeant.analysis.recomputed import datasets_of, recompute
from asmeant.analysis.recomputed.datasets import facts as compare
from asmeant.datasets import load_tasks
from asmeant.records import Selection

pytestmark = pytest.mark.data

# What does not come out, and what does instead.
DIFFERENT = {
    "AST depth, en": "7.01",  # one program does not parse in this Python
    "gain by MBUPP at temperature 0.1, %": "53",
    "mean gain by MBUPP, %": "44",
    "mean of mBART, translate-train": "2.93",
    "most sets for a task": "26",
    "names in the snippet, %, es": "94.3",
}


@pytest.mark.parametrize(
    ("paper", "languages", "agreeing"),
    [("odex", ("en", "es", "ru"), 23), ("mbupp", (), 17), ("mconala", ("es", "ja"), 14)],
)
def test_figures_come_out(released_data: Path, paper: str, languages: tuple[str, ...], agreeing: int) -> None:
    facts = recompute(paper, list(load_tasks(paper, Selection(languages=languages), released_data)))
    words = [fact for fact in facts if fact.what.startswith("intent words")]  # they need an extra
    assert sum(fact.agrees is True for fact in facts if fact not in words) == agreeing
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


def test_words_of_intents(released_data: Path) -> None:
    pytest.importorskip("spacy", reason=needs.LENGTHS)
    facts = recompute(
        "odex", list(load_tasks("odex", Selection(languages=("en", "es", "ru")), released_data))
    )
    words = {fact.what: fact.agrees for fact in facts if fact.what.startswith("intent words")}
    assert words == {"intent words, en": True, "intent words, es": True, "intent words, ru": True}


def test_a_part_of_table_5_is_no_more_than_the_whole(released_data: Path) -> None:
    facts = recompute(
        "odex", list(load_tasks("odex", Selection(languages=("en", "es", "ru")), released_data))
    )
    libraries = [fact for fact in facts if fact.place == "Table 5"]
    assert len(libraries) == 81, "every library that is imported is one of the paper's"
    assert all((fact.found or 0) <= int(fact.published) for fact in libraries)


def test_datasets_beside_each_other(released_data: Path) -> None:
    names = ("nl2bash:filtered", "humaneval", "conala:train", "conala:test")
    facts = {
        fact.what: fact
        for fact in compare({name: list(load_tasks(name, data=released_data)) for name in names})
    }
    assert {what for what, fact in facts.items() if fact.agrees} == {
        "pairs", "HumanEval: tasks", "HumanEval: libraries", "CoNaLa: tasks", "HumanEval: no library",
        "HumanEval: math", "HumanEval: collections", "HumanEval: hashlib", "HumanEval: re",
    }  # fmt: skip
