from __future__ import annotations

import pytest

from asmeant.analysis.recomputed import datasets_of, fact_table, mbupp, mconala, odex, recompute
from asmeant.analysis.recomputed.fact import Fact
from asmeant.errors import UnknownNameError
from asmeant.records import Check, Scaffold, Task
from asmeant.tables import shown


@pytest.mark.parametrize(
    ("published", "found", "shown_as", "agrees"),
    [
        ("466", 466, "466", True),
        ("16", 26, "26", False),
        ("1.8", 1.8063, "1.8", True),
        ("53.4%", 53.44, "53.4%", True),
        ("", 483, "483", None),
    ],
)
def test_figures_are_compared_as_they_were_printed(
    published: str, found: float, shown_as: str, agrees: bool | None
) -> None:
    fact = Fact("Table 1", "tasks", published, found)
    assert (fact.shown, fact.agrees) == (shown_as, agrees)


def test_odex_counts_what_the_paper_counts() -> None:
    task = Task(
        "a",
        "first item",
        references=("names[0]",),
        checks=(Check(probes=("assert candidate([1]) == 1",)),),
        scaffold=Scaffold(
            before="def f_1(names, other):\n    return ",
            setup="import numpy as np\nfrom numpy.linalg import norm\nimport unittest",
            libraries=("numpy", "re"),
        ),
        tags={"domain": "open"},
    )
    found = {fact.what: fact.shown for fact in odex.facts([task])}
    assert found == {
        "tasks, en": "1",
        "open-domain tasks, en": "1",
        "libraries, en": "2",
        "code tokens, en": "4.00",
        # def, return, names[0], its index, 0: five levels below the module.
        "AST depth, en": "5.00",
        "variables in, en": "2.00",
        "variables out, en": "0.00",
        "tests, en": "1",
        "imports of numpy": "2",
    }


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("original", []),
        ("ip_resp-PermuteArgs(1,0)--original", ["PermuteArgs of arguments"]),
        (
            "op_resp-ListToTuple--ip_resp--RemoveArgs--original",
            ["ListToTuple of answers", "RemoveArgs of arguments"],
        ),
        ("manual-corrected1--original", ["manual"]),
    ],
)
def test_mbupp_names_say_what_was_done(name: str, steps: list[str]) -> None:
    assert mbupp.steps_of(name) == steps


def test_mbupp_counts_sets() -> None:
    tasks = [
        Task("a", "", checks=(Check("original"), Check("x--original"))),
        Task("b", "", checks=(Check(),)),
    ]
    found = {fact.what: fact.found for fact in mbupp.facts(tasks)}
    assert (found["most sets for a task"], found["sets in all"], found["tasks with one set"]) == (2, 3, 1)


def test_mconala_counts_distinct_pairs() -> None:
    twice = Task("a", "sort `names` by `key`", "es", references=("sorted(names)",))
    found = {fact.what: fact.shown for fact in mconala.facts([twice, twice])}
    assert found["pairs, es"] == "2"
    assert found["tokens a snippet, es"] == "4.0"
    assert found["names in the snippet, %, es"] == "50.0"


def test_only_what_is_there_is_counted() -> None:
    assert recompute("mconala", []) == []


def test_an_unknown_paper_is_told() -> None:
    with pytest.raises(UnknownNameError, match="'odx'"):
        recompute("odx", [])


def test_a_table_shows_what_agrees() -> None:
    table = fact_table("mbupp", [Fact("Figure 3", "most", "16", 26), Fact("Figure 3", "all", "", 3)])
    assert [[shown(cell) for cell in row[2:5]] for row in table.rows] == [["16", "26", "no"], ["–", "3", "–"]]


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


def test_the_datasets_that_a_paper_is_about() -> None:
    assert datasets_of("odex") == ("odex",)
    assert datasets_of("mconala") == ("mconala", "mconala:flores101", "mconala:m2m", "mconala:marianmt")
    with pytest.raises(UnknownNameError, match="Closest: 'mconala'"):
        datasets_of("conala")
