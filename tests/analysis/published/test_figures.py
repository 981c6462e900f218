from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import Any

import pytest

from asmeant.analysis.published import MEAN, Figure, figures, paper
from asmeant.authoring.corpus import published as corpus
from asmeant.metrics import load_metric


@pytest.mark.parametrize("metric", sorted({figure.metric for figure in figures()}))
def test_every_published_metric_is_one_of_ours(metric: str) -> None:
    assert load_metric(metric).name == metric


@pytest.mark.parametrize(
    ("dataset", "count"), [("odex", 1150), ("mbupp", 40), ("mconala", 51), ("nl2bash", 72), ("conala", 6)]
)
def test_every_score_is_a_figure(dataset: str, count: int) -> None:
    assert len(figures(dataset)) == count
    for figure in figures(dataset):
        assert 0 < figure.value < 1
        assert figure.source
        assert figure.system
        assert figure.tasks is None or figure.tasks > 50


@pytest.mark.parametrize(
    ("dataset", "table", "system", "metric", "language", "value"),
    [
        ("odex", "Table 4", "CodeGen 2.7B", "pass@1", "en", 0.3524),
        ("odex", "Table 9", "CodeGen 2.7B", "pass@10", "ru", 0.5754),
        ("odex", "Table 14", "CodeGen 6.1B", "chrf:odex", "ja", 0.3478),
        ("mbupp", "Table 3", "gpt-4o", "solvability", "", 0.6288),
        ("mconala", "Table 4", "TAE", "bleu:tae", "ja", 0.0988),
        ("conala", "the repository of TAE", "TAE", "bleu:tae", "", 0.3341),
        ("nl2bash", "Table 9", "Tellina", "acc-t@3", "", 0.62),
        ("nl2bash", "Table 8", "T-CopyNet", "acc-f@3", "", 0.34),
        ("nl2bash", "Table 15", "ST-CopyNet", "char-bleu@1:2017", "", 0.553),
        ("nl2bash", "Table 15", "T-Seq2Seq", "tm@3", "", 0.75),
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


def test_solvability_is_by_25_candidates() -> None:
    for figure in figures("mbupp"):
        assert (figure.metric, figure.protocol["samples"], figure.tasks) == ("solvability", 25, 466)


def test_what_is_not_certain_is_left_out() -> None:
    table = paper("odex").table("17")
    assert {name for row in table.rows for name in row.unsure} > {"pass@9"}
    found = [item for item in figures("odex") if item.table == "Table 17"]
    # Ten figures of a row that is another language's, and two that cannot be.
    assert len(found) == 10 * len(table.rows) - 10 - 2


def test_settings_of_a_row_are_part_of_its_protocol() -> None:
    by_table = {item.table: item for item in figures("odex")}
    assert by_table["Table 17"].protocol["shots"] == 3
    assert by_table["Table 18"].protocol["shown"] == "all"
    assert by_table["Table 19"].protocol["strip"] is True
    assert by_table["Table 21"].protocol["naming"] == "intent"
    assert {item.setting for item in figures("odex") if item.table == "Table 20"} == {
        "one test, drawn at random, decides",
        "",
    }


def test_figures_agree_with_each_other() -> None:
    """Means are means, and shares of so many tasks are whole numbers of them."""
    by_setting: dict[tuple[str, str], list[Figure]] = {}
    for figure in (item for item in figures("mconala") if item.table == "Table 1"):
        by_setting.setdefault((figure.system, figure.setting), []).append(figure)
    for found in by_setting.values():
        means = [item.value for item in found if item.language == MEAN]
        others = [item.value for item in found if item.language != MEAN]
        assert len(others) == 3
        assert means[0] == pytest.approx(sum(others) / 3, abs=0.0001)
    for figure in figures("odex"):
        if figure.metric in ("pass@1", "pass@10"):
            answers = figure.value * (figure.tasks or 0) * (10 if figure.metric == "pass@1" else 1)
            assert answers == pytest.approx(round(answers), abs=0.25), figure
    for figure in figures("mbupp"):
        assert figure.value * 466 == pytest.approx(round(figure.value * 466), abs=0.03)


def test_pass_at_k_grows_as_it_must() -> None:
    """Among ten, pass@k rises with k, by less and less."""
    curves: dict[tuple[Any, ...], dict[int, float]] = {}
    for item in figures("odex"):
        if item.metric.startswith("pass@"):
            key = (item.table, item.system, item.language, item.setting, *sorted(item.protocol.items()))
            curves.setdefault(key, {})[int(item.metric[5:])] = item.value
    assert len(curves) == 132
    for key, curve in curves.items():
        ks = sorted(curve)
        assert all(curve[a] <= curve[b] for a, b in pairwise(ks)), key
        if 2 in curve:  # no task gains more by a second candidate than one that half of ten solve
            most = 1 - comb(5, 2) / comb(10, 2) - 0.5
            assert curve[2] - curve[1] <= most + 0.001, key


def test_the_same_figures_elsewhere_are_the_same() -> None:
    """What stands beside a count of the corpus is what the paper prints."""
    tables = paper("nl2bash")
    counted = {**tables.table("3").rows[0].cells, **tables.table("4").rows[0].cells}
    pairs = {"words": "words", "commands": "commands", "templates": "templates", "flags": "flags"}
    for here, there in pairs.items():
        assert corpus.CORPUS[here] == counted[there]
    for part in ("train", "dev", "test"):
        cells = tables.table("6").row(part=part).cells
        assert corpus.SPLITS[part]["pairs"] == cells["pairs"]
        assert corpus.SPLITS[part]["normalised intents"] == cells["normalised intents"]
