from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from asmeant.analysis.published import published_tables
from asmeant.errors import DataError
from asmeant.records import Run, Sampling, Score, Selection
from asmeant.tables import Estimate

ODEX = Run(id="", dataset="odex", model="fake", sampling=Sampling(count=10))


def scored(metric: str, value: float, tasks: int = 439, **where: str) -> Score:
    return Score(metric, value, (value - 0.1, value + 0.1), tasks, 0, "signature", where)


def rows(run: Run, *scores: Score) -> list[dict[str, Any]]:
    return [
        dict(zip(table.columns, row, strict=True))
        for table in published_tables(run, scores)
        for row in table.rows
    ]


def test_a_run_stands_above_figures_by_the_same_metric() -> None:
    found = rows(ODEX, *(scored("pass@1", 0.5, tasks, intent_language=name) for name, tasks in [("en", 439), ("ru", 252)]))  # fmt: skip
    assert found[0]["system"] == "this run: fake"
    assert [found[0][name] for name in ("en", "es", "ru")] == [
        Estimate(value, digits=2) for value in (0.5, None, 0.5)
    ]
    assert found[1]["system"] == "Codex code-cushman-001"
    assert found[1]["en"] == Estimate(0.3191, digits=2)
    assert (found[1]["differs in"], found[1]["where"]) == ("nothing stated", "Tables 4, 8")


def test_what_tables_print_alike_is_one_row_and_what_they_do_not_is_two() -> None:
    found = rows(ODEX, scored("pass@1", 0.5, intent_language="en"))
    same = [row["where"] for row in found if row["differs in"] == "nothing stated"]
    assert same == ["Tables 4, 8"] * 2 + ["Tables 4, 8, 18, 20, 21", "Tables 4, 9, 19", "Table 4", "Tables 4, 9, 19", "Tables 9, 19"]  # fmt: skip


def test_the_whole_run_is_one_language_where_only_that_was_run() -> None:
    run = replace(ODEX, selection=Selection(languages=("en",)))
    assert rows(run, scored("pass@1", 0.5))[0]["en"].value == 0.5
    assert "es" not in rows(run, scored("pass@1", 0.5))[0]
    assert rows(ODEX, scored("pass@1", 0.5))[0]["en"].value is None


@pytest.mark.parametrize(
    ("change", "tasks", "words"),
    [
        ({"sampling": Sampling(count=1)}, 439, "samples 1 here, 10 there"),
        ({"sampling": Sampling(count=10, temperature=0.2)}, 439, "temperature 0.2 here, 0.8 there"),
        ({}, 20, "20 tasks here, 439 there (en)"),
        ({"sampling": Sampling(count=1, max_tokens=64)}, 5, "samples 1 here, 10 there; max tokens 64 here, 512 there; 5 tasks here, 439 there (en)"),
    ],
)  # fmt: skip
def test_what_all_rows_differ_in_is_said_once(change: dict[str, Any], tasks: int, words: str) -> None:
    (table,) = published_tables(replace(ODEX, **change), [scored("pass@1", 0.5, tasks, intent_language="en")])
    assert table.notes[0] == f"Per cent. All rows differ from this run in: {words}."
    assert table.rows[1][-2] == "nothing stated"


def test_what_a_row_differs_in_is_said_there() -> None:
    run = replace(ODEX, prompt=replace(ODEX.prompt, strip=False, shots=1))
    found = {
        row["where"]: row["differs in"] for row in rows(run, scored("pass@1", 0.5, intent_language="en"))
    }
    assert found["Tables 4, 8"] == "shots 1 here, 0 there"
    assert "white space after the prompt kept here, stripped there" in found["Tables 4, 9, 19"]
    assert found["Table 20"] == "shots 1 here, 0 there; there: one test, drawn at random, decides"


def test_other_settings_and_variants_are_said() -> None:
    run = Run(id="", dataset="mconala:original", model="fake", selection=Selection(languages=("es",)))
    found = rows(run, scored("bleu:mbart", 0.03, 341))
    assert [row["differs in"] for row in found] == [
        "",
        "there: translate-train by FLORES-101",
        "there: zero-shot",
    ]
    whole = Run(id="", dataset="mbupp", model="fake", sampling=Sampling(count=25, temperature=0.4))
    assert [row["differs in"] for row in rows(whole, scored("solvability", 0.8, 466))][1:6] == [
        "nothing stated"
    ] * 5
    train = Run(id="", dataset="conala:train", model="fake")
    assert rows(train, scored("bleu:tae", 0.3, 500))[-1]["differs in"] == "train here, test there"


@pytest.mark.parametrize(
    ("dataset", "metric", "count"),
    [
        ("nl2bash:test", "tm@1", 2),
        ("nl2bash:dev+grouped", "tm@1", 7),
        ("nl2bash", "tm@1", 9),  # all pairs, on which nobody published: so every figure
        ("mbupp:mbpp", "solvability", 9),
        ("mbupp", "solvability", 9),
        ("mbupp:mbpp+nl", "solvability", 9),
    ],
)
def test_variants_choose_their_figures(dataset: str, metric: str, count: int) -> None:
    run = Run(id="", dataset=dataset, model="fake")
    assert len(rows(run, scored(metric, 0.5))) == count + 1


def test_what_is_missing_is_noted() -> None:
    notes = published_tables(ODEX, [scored("pass@1", 0.5)])[-1].notes
    assert notes[1] == "From: Wang et al. 2022, arXiv:2212.10481."
    assert "not scored here: pass@k, bleu:odex" in notes[2]
    assert "--by intent_language" in notes[3]
    conala = Run(id="", dataset="conala:test", model="fake")
    tables = published_tables(conala, [scored("pass@1", 0.5)])
    assert "Add: --metric bleu:conala" in tables[-1].notes[-1]
    assert tables[0].columns[1:4] == ("bleu:conala", "bleu:tranx", "bleu:tae")


def test_a_dataset_without_figures() -> None:
    with pytest.raises(
        DataError, match=r"No published figures on sample are known in en. There are some on: conala"
    ):
        published_tables(
            Run(id="", dataset="sample", model="fake", selection=Selection(languages=("en",))), []
        )
