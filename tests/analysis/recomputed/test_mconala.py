from __future__ import annotations

from asmeant.analysis.recomputed import mconala
from asmeant.records import Task


def test_mconala_counts_distinct_pairs() -> None:
    twice = Task("a", "sort `names` by `key`", "es", references=("sorted(names)",))
    found = {fact.what: fact.shown for fact in mconala.facts([twice, twice])}
    assert found["pairs, es"] == "2"
    assert found["tokens a snippet, es"] == "4.0"
    assert found["names in the snippet, %, es"] == "50.0"


def test_means_of_mconala_follow_from_its_languages() -> None:
    different = [fact.what for fact in mconala.means() if not fact.agrees]
    assert different == ["mean of mBART, translate-train"]


def test_mconala_tells_what_translators_do_to_names() -> None:
    original = Task("mconala/es/0", "ordena `names` por `key`", "es", references=("sorted(names)",))
    english = Task(
        "mconala/m2m/es/0",
        "sort 'names' by the key",
        references=("sorted(names)",),
        tags={"translated_from": "es"},
    )
    found = {fact.what: fact for fact in mconala.facts([original, english])}
    assert found["names kept, %, es by m2m"].shown == "100.0"
    assert found["names still quoted, %, es by m2m"].shown == "50.0"
    assert found["names kept, %, es by m2m"].note == "of the 2 names in backquotes"
    assert found["pairs, es"].found == 1
