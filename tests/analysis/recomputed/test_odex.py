from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from asmeant.analysis.recomputed import odex
from asmeant.languages.natural.words import word_splitter
from asmeant.records import Check, Scaffold, Task


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
    assert fact.note.endswith("Install it with: pip install 'asmeant[lengths]'")


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
