from __future__ import annotations

import sys

import pytest

from asmeant.analysis.recomputed import datasets
from asmeant.languages.natural.words import word_splitter
from asmeant.records import Check, Scaffold, Task
from asmeant.tables import shown


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
