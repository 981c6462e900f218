from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from asmeant.analysis.recomputed import datasets, datasets_of, fact_tables, mbupp, mconala, odex, recompute
from asmeant.analysis.recomputed.fact import Fact
from asmeant.errors import UnknownNameError
from asmeant.languages.natural.words import word_splitter
from asmeant.records import Check, Scaffold, Task
from asmeant.tables import shown


@pytest.mark.parametrize(
    ("published", "found", "shown_as", "agrees"),
    [
        ("466", 466, "466", True),
        ("16", 26, "26", False),
        ("1.8", 1.8063, "1.8", True),
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
    facts = [fact for fact in odex.facts([task]) if fact.place in ("Table 1", "Table 2", "section 2")]
    found = {fact.what: fact.shown for fact in facts if not fact.what.startswith("intent words")}
    assert found == {
        "tasks, en": "1",
        "open, en": "1",
        "closed, en": "0",
        "libraries, en": "2",
        "code tokens, en": "4.00",
        # def, return, names[0], its index, 0: five levels below the module.
        "AST depth, en": "5.00",
        "variables in, en": "2.00",
        "variables out, en": "0.00",
        "tests, en": "1",
    }


def library_tasks(*languages: str) -> list[Task]:
    """A task without a library in each language, and one with two lines that import numpy, and one of `os`."""
    setup = "import numpy as np\nfrom numpy.linalg import norm\n    import os\nimport unittest"
    open_ = Scaffold(setup=setup, libraries=("numpy", "os"))
    return [
        Task(f"{name}/{place}", "x", name, references=("1",), checks=(Check(),), scaffold=scaffold, tags={"domain": domain})
        for name in languages
        for place, (scaffold, domain) in enumerate([(open_, "open"), (Scaffold(), "closed")])
    ]  # fmt: skip


def test_odex_compares_table_5_where_all_languages_are_there() -> None:
    facts = {
        fact.what: fact
        for fact in odex.facts(library_tasks("en", "es", "ja", "ru"))
        if fact.place == "Table 5"
    }
    numpy = facts["lines that import numpy"]
    assert (numpy.published, numpy.shown, numpy.agrees, numpy.difference) == ("80", "8", False, "-72")
    assert facts["tasks without a library"].difference == "-436"
    assert facts["lines that import xml"].shown == "0"
    assert facts["entries in all"].published == "1050"
    assert "lines that import unittest" not in facts
    assert len(facts) == 81


def test_odex_does_not_compare_table_5_with_a_part() -> None:
    facts = [fact for fact in odex.facts(library_tasks("en", "es")) if fact.place == "Table 5"]
    assert {fact.agrees for fact in facts} == {None}
    assert {fact.note for fact in facts} == {"only en, es here; the paper has all four languages"}


def test_odex_says_how_printed_metrics_rank_systems() -> None:
    found = {fact.what: fact for fact in odex.facts([]) if fact.place == "Figure 9"}
    assert len(found) == 2 * 5 * 5
    assert all(fact.agrees is None for fact in found.values())
    # The two figures that the paper has for one system lead to other conclusions, so both are told.
    assert found["codebleu:odex, mean, CodeGen 2.7B by Table 4"].shown == "-0.26"
    assert found["codebleu:odex, mean, CodeGen 2.7B by Table 9"].shown == "0.07"
    assert found["rouge-l:odex, mean, CodeGen 2.7B by Table 4"].shown == "0.56"
    assert found["rouge-l:odex, mean, CodeGen 2.7B by Table 9"].shown == "0.87"


def test_words_of_intents_need_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    word_splitter.cache_clear()
    monkeypatch.setitem(sys.modules, "spacy", None)
    (fact,) = [fact for fact in odex.facts(library_tasks("es")) if fact.what == "intent words, es"]
    assert (fact.published, fact.shown, fact.agrees, fact.difference) == ("18.69", "", None, "")
    assert fact.note.endswith("Say: pip install 'asmeant[lengths]'")


def test_words_of_intents_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Token:
        def __init__(self, text: str) -> None:
            self.text = text

    word_splitter.cache_clear()
    blank = {"es": lambda text: [Token(word) for word in text.split()]}.__getitem__
    monkeypatch.setitem(sys.modules, "spacy", SimpleNamespace(blank=blank))
    (fact,) = [fact for fact in odex.facts(library_tasks("es")) if fact.what == "intent words, es"]
    assert (fact.shown, fact.difference) == ("1.00", "-17.69")
    word_splitter.cache_clear()


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


def test_a_table_shows_the_difference_and_why() -> None:
    facts = [
        Fact("Figure 3", "most", "16", 26, "a reason"),
        Fact("Figure 3", "all", "", 3),
        Fact("Table 1", "tasks", "4", 4),
    ]
    figure, table = fact_tables("mbupp", facts)
    assert (figure.title, table.title) == ("mbupp, Figure 3", "mbupp, Table 1")
    assert figure.columns == ("what", "published", "ours", "difference", "why")
    assert [[shown(cell) for cell in row] for row in figure.rows] == [
        ["most", "16", "26", "+10", "a reason"],
        ["all", "–", "3", "–", ""],
    ]
    assert [shown(cell) for cell in table.rows[0]] == ["tasks", "4", "4", "same"]


def test_what_is_true_of_all_rows_is_said_once() -> None:
    (table,) = fact_tables("odex", [Fact("Table 5", name, "1", 2, "a reason") for name in "ab"])
    assert table.notes == ("A reason.",)
    assert "why" not in table.columns


def test_gains_of_mbupp_follow_from_its_shares() -> None:
    found = {fact.what: fact for fact in mbupp.gains()}
    assert all(fact.agrees for fact in found.values() if fact.place == "Table 3")
    assert (found["mean gain by MBUPP, %"].difference, found["mean gain by +NL, %"].difference) == (
        "-1",
        "same",
    )


def test_means_of_mconala_follow_from_its_languages() -> None:
    different = [fact.what for fact in mconala.means() if not fact.agrees]
    assert different == ["mean of mBART, translate-train"]


# ── datasets beside each other ──


def test_a_portrait_counts_distinct_words_and_tokens() -> None:
    check = Check(probes=("assert f(1)", "assert f(2)"))
    tasks = [
        Task("a", "Sort the list", references=("sorted(x)", "x.sort()"), checks=(check,)),
        Task("b", "Sort the list", references=("import re\nre.x(1)",), checks=(check,)),
        Task("c", "sort it", references=("from math import floor, pi",), checks=(Check(),)),
    ]
    found = datasets.portrait(tasks)
    assert (found.tasks, found.pairs, found.words, found.words_mean) == (3, 4, 5, 2.5)
    assert found.libraries == {"none": 1, "re": 1, "math": 1}
    assert found.tests_mean == pytest.approx(4 / 3)
    bash = datasets.portrait([Task("d", "count", code_language="bash", references=("ls -l | wc -l",))])
    assert (bash.tokens, bash.tokens_mean, bash.libraries) == (4, 5, {"none": 1})


def test_words_of_prose_are_no_imports() -> None:
    scaffold = Scaffold(before='def f():\n    """Choose\n    from two numbers."""\n', entry="f")
    assert datasets.libraries([Task("a", "", references=("    return 1",), scaffold=scaffold)]) == {"none": 1}


def test_datasets_at_hand_stand_beside_what_is_printed() -> None:
    bash = [Task("a", "list files", code_language="bash", references=("ls",))]
    spanish = [Task("b", "ordena", "es", references=("sorted(x)",))]
    facts = {
        (fact.place, fact.what): fact for fact in datasets.facts({"nl2bash:filtered": bash, "odex": spanish})
    }
    assert facts["NL2Bash, Table 12", "pairs"].difference == "-9304"
    odex_tasks = facts["ODEX, Table 3", "ODEX: tasks"]
    assert (odex_tasks.published, odex_tasks.agrees) == ("945", None)
    assert odex_tasks.note == "without en, ja, ru, which is not here"


def test_japanese_words_need_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    word_splitter.cache_clear()
    monkeypatch.setitem(sys.modules, "spacy", None)
    found = datasets.portrait([Task("a", "リストをソートする", "ja", references=("sorted(x)",))])
    assert (found.words, found.words_mean) == (None, None)
    table = datasets.portrait_table({"a": found})
    row = dict(zip(table.columns, map(shown, table.rows[0]), strict=True))
    assert row == {
        "dataset": "a", "intents": "ja", "pairs": "1", "words": "–", "mean": "–", "tokens": "4",
        "mean ": "4.0", "libraries": "0", "tests a task": "–",
    }  # fmt: skip


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
