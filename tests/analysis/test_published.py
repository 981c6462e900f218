"""Published figures: that they are as printed, have a metric, and stand beside a run with what differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from math import comb
from typing import Any

import click
import pytest

from asmeant.analysis import agreement, judgement
from asmeant.analysis.published import MEAN, Figure, PaperTable, figures, paper, papers, published_tables
from asmeant.analysis.published.pages import contents_table, overview_table, printed_table, stated_table
from asmeant.authoring.corpus import published as corpus
from asmeant.cli import asmeant
from asmeant.errors import DataError, UnknownNameError
from asmeant.metrics import load_metric
from asmeant.records import Run, Sampling, Score, Selection
from asmeant.tables import Estimate, shown

ODEX = Run(id="", dataset="odex", model="fake", sampling=Sampling(count=10))
TABLES = [(name, table) for name, one in papers().items() for table in one.tables]


def scored(metric: str, value: float, tasks: int = 439, **where: str) -> Score:
    return Score(metric, value, (value - 0.1, value + 0.1), tasks, 0, "signature", where)


def rows(run: Run, *scores: Score) -> list[dict[str, Any]]:
    return [
        dict(zip(table.columns, row, strict=True))
        for table in published_tables(run, scores)
        for row in table.rows
    ]


# ── the tables ──


def test_every_table_is_here() -> None:
    counts = {
        name: (len(one.tables), sum(len(table.rows) for table in one.tables), len(one.stated))
        for name, one in papers().items()
    }
    assert counts == {
        "conala": (4, 6, 0),  # sites and repositories
        "mbupp": (2, 10, 25),
        "mconala": (4, 21, 27),
        "nl2bash": (11, 65, 70),  # with two rows of a README
        "odex": (19, 505, 79),
    }


@pytest.mark.parametrize(("dataset", "table"), TABLES, ids=lambda item: getattr(item, "table", item))
def test_every_column_is_computed_or_says_why_not(dataset: str, table: PaperTable) -> None:
    """So that no figure waits for a metric that nobody computes."""
    scores = set(table.scores.columns) if table.scores else set()
    groups = [scores, set(table.computed), set(table.not_computed)]
    assert set.union(*groups) == set(table.columns) - set(table.labels)
    assert sum(map(len, groups)) == len(set.union(*groups)), "a column is computed, or it is not"
    assert set(table.labels) <= set(table.columns)
    assert all(len(reason.split()) > 2 for reason in table.not_computed.values())


def commands(group: click.Group = asmeant, path: str = "asmeant") -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}"
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        for parameter in command.params:
            if isinstance(parameter.type, click.Choice):
                yield from (f"{path} {name} {choice}" for choice in parameter.type.choices)


def test_the_commands_that_compute_are_there() -> None:
    named = {command for _, table in TABLES for command in table.computed.values()}
    assert named <= set(commands())


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
        assert corpus.PARTS[part]["pairs"] == cells["pairs"]
        assert corpus.PARTS[part]["normalised intents"] == cells["normalised intents"]


def test_judgements_stand_beside_what_is_printed() -> None:
    printed = {
        (item.system, item.variant, item.metric): item.value
        for item in figures("nl2bash")
        if item.metric.startswith("acc-")
    }
    compared = 0
    for (file, system), values in judgement.PUBLISHED.items():
        part = "test" if ".test." in file else "dev"
        names = {"tellina": "Tellina", "partial.token-copynet": "ST-CopyNet"}
        for metric, value in zip(judgement.ACCURACIES, values, strict=True):
            if value is not None:
                assert printed[names.get(system, system), part, metric.name] == value
                compared += 1
    assert compared == 40
    agreed = {(row.cells["full command"], row.cells["template"]) for row in paper("nl2bash").table("7").rows}
    assert {(Decimal("0.89"), Decimal("0.81")), (Decimal("0.90"), Decimal("0.89"))} <= agreed
    assert {float(cell) for pair in agreed for cell in pair if isinstance(cell, Decimal)} >= set(
        agreement.PUBLISHED.values()
    )


def test_pages_of_a_paper() -> None:
    one = paper("odex")
    assert [row[0] for row in overview_table(papers()).rows] == list(papers())
    assert len(contents_table(one).rows) == 19
    table = printed_table(one, one.table("Table 17"))
    assert [shown(cell) for cell in table.rows[0][:4]] == ["Codex code-davinci-002", "1", "en", "46.33"]
    assert any("ja: not certain: the same as the row for English" in note for note in table.notes)
    for name, printed in TABLES:
        assert len(printed_table(paper(name), printed).rows) == len(printed.rows)
    assert stated_table(one).rows[2][2] == "1707"
    with pytest.raises(UnknownNameError, match="No table of odex is called '99'"):
        one.table("99")
    with pytest.raises(UnknownNameError, match="Closest: 'odex'"):
        paper("odx")


# ── beside a run ──


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
