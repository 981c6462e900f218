"""Published figures: that they are as printed, and stand beside a run with what differs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from asmeant.analysis.published import MEAN, Figure, figures, published_table
from asmeant.errors import DataError
from asmeant.metrics import load_metric
from asmeant.records import Run, Sampling, Score, Selection
from asmeant.tables import Estimate

ODEX = Run(id="", dataset="odex", model="fake", sampling=Sampling(count=10))


def scored(metric: str, value: float, tasks: int = 439, **where: str) -> Score:
    return Score(metric, value, (value - 0.1, value + 0.1), tasks, 0, "signature", where)


def rows(run: Run, *scores: Score) -> list[dict[str, Any]]:
    table = published_table(run, scores)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


@pytest.mark.parametrize(
    ("dataset", "table", "system", "metric", "language", "value"),
    [
        ("odex", "Table 4", "CodeGen 2.7B", "pass@1", "en", 0.3524),
        ("mbupp", "Table 4", "the model of the temperature sweep", "pass@1", "", 0.5236),
        ("mconala", "Tables 1 and 4", "TAE", "bleu:tae", "ja", 0.0988),
        ("conala", "the repository of TAE", "TAE", "bleu:tae", "", 0.3341),
        ("nl2bash", "Table 9", "Tellina", "acc-t@3", "", 0.62),
        ("nl2bash", "Table 15", "ST-CopyNet", "char-bleu@1:2017", "", 0.553),
    ],
)
def test_figures_as_printed(
    dataset: str, table: str, system: str, metric: str, language: str, value: float
) -> None:
    key = (table, system, metric, language)
    found = [
        item for item in figures(dataset) if (item.table, item.system, item.metric, item.language) == key
    ]
    assert found[0].value == value


@pytest.mark.parametrize("figure", figures(), ids=lambda item: f"{item.dataset}-{item.system}-{item.metric}")
def test_every_figure_is_whole(figure: Figure) -> None:
    assert 0 < figure.value < 1
    assert figure.source
    if not figure.metric.startswith("template-match"):
        assert load_metric(figure.metric).name == figure.metric


def test_figures_agree_with_each_other() -> None:
    """Means are means, and shares of so many tasks are whole numbers of them."""
    by_setting: dict[tuple[str, str], list[Figure]] = {}
    for figure in figures("mconala"):
        by_setting.setdefault((figure.system, figure.setting), []).append(figure)
    checked = 0
    for found in by_setting.values():
        means = [item.value for item in found if item.language == MEAN]
        others = [item.value for item in found if item.language != MEAN]
        if means and len(others) == 3:
            assert means[0] == pytest.approx(sum(others) / 3, abs=0.0001)
            checked += 1
    assert checked == 3
    for figure in figures("odex"):
        answers = figure.value * figure.tasks * 10 if figure.tasks else 0
        assert answers == pytest.approx(round(answers), abs=0.25)
    for figure in figures("mbupp"):
        assert figure.value * 466 == pytest.approx(round(figure.value * 466), abs=0.03)


def test_a_run_stands_beside_with_nothing_to_say() -> None:
    first, _ = rows(ODEX, scored("pass@1", 0.5, intent_language="en"))
    assert first["published"] == Estimate(0.3524, digits=2)
    assert first["ours"] == Estimate(0.5, 0.4, 0.6, digits=2)
    assert (first["differs in"], first["where"]) == ("", "Table 4")


def test_the_whole_run_is_one_language_where_only_that_was_run() -> None:
    run = replace(ODEX, selection=Selection(languages=("en",)))
    assert rows(run, scored("pass@1", 0.5))[0]["ours"].value == 0.5
    assert rows(ODEX, scored("pass@1", 0.5))[0]["ours"].value is None


@pytest.mark.parametrize(
    ("change", "tasks", "words"),
    [
        ({"sampling": Sampling(count=1)}, 439, "samples 1, not 10"),
        ({"sampling": Sampling(count=10, temperature=0.2)}, 439, "temperature 0.2, not 0.8"),
        ({}, 20, "20 tasks, not 439"),
        ({"sampling": Sampling(count=1, max_tokens=64)}, 5, "5 tasks, not 439; samples 1, not 10; max tokens 64, not 512"),
    ],
)  # fmt: skip
def test_what_differs_is_said(change: dict[str, Any], tasks: int, words: str) -> None:
    first, _ = rows(replace(ODEX, **change), scored("pass@1", 0.5, tasks, intent_language="en"))
    assert first["differs in"] == words


def test_other_settings_and_variants_are_said() -> None:
    run = Run(id="", dataset="mconala:original", model="fake", selection=Selection(languages=("es",)))
    found = rows(run, scored("bleu:mbart", 0.03, 341))
    assert [row["differs in"] for row in found] == ["there: translate-train by FLORES-101"]
    whole = Run(id="", dataset="mbupp", model="fake", sampling=Sampling(temperature=0.1))
    assert [row["differs in"] for row in rows(whole, scored("pass@1", 0.8, 466))] == [""]
    train = Run(id="", dataset="conala:train", model="fake")
    assert rows(train, scored("bleu:tae", 0.3, 500))[-1]["differs in"] == "train, not test"


@pytest.mark.parametrize(
    ("dataset", "count"),
    [
        ("nl2bash:test", 16),
        ("nl2bash:test+grouped", 16),
        ("nl2bash:dev", 16),
        ("nl2bash", 32),  # all pairs, on which nobody published: so every figure
        ("mbupp:mbpp", 1),
        ("mbupp", 1),
        ("mbupp:mbpp+nl", 2),
    ],
)
def test_variants_choose_their_figures(dataset: str, count: int) -> None:
    assert len(rows(Run(id="", dataset=dataset, model="fake"))) == count


def test_what_is_missing_is_noted() -> None:
    notes = published_table(ODEX, [scored("pass@1", 0.5)]).notes
    assert notes[0] == "From: Wang et al. 2022, arXiv:2212.10481."
    assert notes[1].startswith("Table 9: the paper gives another figure")
    assert "--by intent_language" in notes[2]
    conala = Run(id="", dataset="conala:test", model="fake")
    assert "add: --metric bleu:conala" in published_table(conala, [scored("pass@1", 0.5)]).notes[-1]


def test_a_dataset_without_figures() -> None:
    with pytest.raises(
        DataError, match=r"No published figures on sample are known in en. There are some on: conala"
    ):
        published_table(
            Run(id="", dataset="sample", model="fake", selection=Selection(languages=("en",))), []
        )
