"""The figures of Lin et al. 2018 (NL2Bash) that rest on human judgement, from the files that were released."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import pytest

from asmeant.analysis.agreement import PUBLISHED as AGREEMENT
from asmeant.analysis.agreement import agreement_tables
from asmeant.analysis.causes import cause_table, overlap_tables
from asmeant.analysis.judgement import (
    ACCURACIES,
    PUBLISHED,
    System,
    conclusion,
    measured,
    pooled,
    references_of,
    settled,
    systems,
    with_references,
)
from asmeant.analysis.validity import auc, rated, validity, voted_on
from asmeant.datasets import load_tasks
from asmeant.datasets.judgements import Judgement, judgement_files, read_judgements
from asmeant.metrics.character_bleu import CharacterBleu
from asmeant.metrics.template import SameCommand, SameTemplate, TemplateMatch
from asmeant.tables import number

pytestmark = pytest.mark.data

DEV, ERRORS = "manual.evaluations.dev.samples.csv", "error.analysis.csv"
STC, TELLINA = "manual.evaluations.test.stc.csv", "manual.evaluations.test.tellina.csv"


@cache
def read(folder: Path) -> list[Judgement]:
    return [row for path in judgement_files(folder) for row in read_judgements(path)]


@cache
def systems_by_pool(data: Path) -> list[System]:
    rows = read(data / "nl2bash" / "judgements")
    return systems(rows, partial(settled, pool=pooled(rows)))


@pytest.fixture
def judgements(released_data: Path) -> list[Judgement]:
    folder = released_data / "nl2bash" / "judgements"
    if not folder.is_dir():
        pytest.skip(f"the judgements are not in {folder}")
    return read(folder)


def accuracies(found: list[System], file: str, system: str) -> list[float | None]:
    """Rounded as they are printed."""
    (one,) = [item for item in found if (item.file, item.name) == (file, system)]
    values = [measured(one, metric) for metric in ACCURACIES]
    return [None if value is None else round(value, 2) for value in values]


def test_the_conclusions_are_the_majority(judgements: list[Judgement]) -> None:
    assert len(judgements) == 5692
    assert all(conclusion(row) == row.stated for row in judgements)


def test_table_9(judgements: list[Judgement], released_data: Path) -> None:
    found = systems_by_pool(released_data)
    assert accuracies(found, STC, "ST-CopyNet") == [0.36, 0.45, 0.49, 0.61]
    assert accuracies(found, TELLINA, "Tellina") == [0.27, 0.32, 0.53, 0.62]


def test_table_8(judgements: list[Judgement], released_data: Path) -> None:
    found = systems_by_pool(released_data)
    names = [name for file, name in PUBLISHED if file == DEV]
    cells = [
        (ours, theirs)
        for name in names
        for ours, theirs in zip(accuracies(found, DEV, name), PUBLISHED[DEV, name], strict=True)
    ]
    assert len(cells) == 28
    assert sum(ours == theirs for ours, theirs in cells) == 22
    assert all(ours and theirs and abs(ours - theirs) < 0.021 for ours, theirs in cells)


def test_first_answers_of_table_8_are_in_the_error_analysis(judgements: list[Judgement]) -> None:
    found = systems(judgements, settled)
    for name in ("tellina", "partial.token-copynet"):
        assert accuracies(found, ERRORS, name) == list(PUBLISHED[ERRORS, name])


def test_row_by_row_is_not_what_was_published(judgements: list[Judgement]) -> None:
    assert accuracies(systems(judgements, settled), STC, "ST-CopyNet") == [0.37, 0.45, 0.48, 0.6]


def test_table_7(judgements: list[Judgement]) -> None:
    tables = {table.title.partition(":")[0]: table for table in agreement_tables(judgements)}
    cells = {(file, row[1], row[0]): row for file, table in tables.items() for row in table.rows}
    assert len(AGREEMENT) == 4
    for place, published in AGREEMENT.items():
        assert round(number(cells[place][3]) or 0, 2) == published
    kappas = [
        [round(number(cells[file, "A, B", question][5]) or 0, 2) for question in ("command", "template")]
        for file in (STC, TELLINA, DEV)
    ]
    assert kappas == [[0.73, 0.61], [0.70, 0.66], [0.71, 0.76]]


def test_figure_2(judgements: list[Judgement]) -> None:
    (table,) = overlap_tables(judgements)
    assert [row[1:] for row in table.rows] == [(59, 44), (12, 5), (10, 12), (19, 39)]


def test_figure_3(judgements: list[Judgement]) -> None:
    table = cause_table(judgements)
    assert table.columns == ("cause", "tellina", "partial.token-copynet")
    causes = {row[0]: row[1:] for row in table.rows}
    assert causes["sparse training data"] == (19, 19)
    assert causes["missing reformatting rule"] == (13, 0)
    assert causes["argument formatting error"] == (0, 11)
    assert causes["utility error"] == (8, 13)
    assert causes["flag error"] == (9, 10)


@cache
def references(data: Path) -> dict[str, tuple[str, ...]]:
    tasks = [task for part in ("dev", "test") for task in load_tasks(f"nl2bash:{part}", data=data)]
    return references_of((row.intent for row in read(data / "nl2bash" / "judgements")), tasks)


@pytest.mark.thorough
def test_character_bleu_equals_what_nltk_gives(judgements: list[Judgement], released_data: Path) -> None:
    known = references(released_data)
    found = {(item.file, item.name): with_references(item, known) for item in systems(judgements, settled)}
    for place, (at_1, at_3) in {
        (STC, "ST-CopyNet"): (56.3, 63.1),
        (TELLINA, "Tellina"): (48.4, 53.5),
    }.items():
        values = [measured(found[place], CharacterBleu(k)) or 0 for k in (1, 3)]
        assert [round(100 * value, 1) for value in values] == [at_1, at_3]


def test_how_well_character_bleu_predicts_people(judgements: list[Judgement], released_data: Path) -> None:
    rows = voted_on(judgements)
    assert len(rows) == 5257
    known = references(released_data)
    assert all(known[row.intent] for row in rows)
    values = [value or 0.0 for value in rated(rows, known, CharacterBleu())]
    commands = [bool(conclusion(row).command) for row in rows]
    templates = [bool(conclusion(row).template) for row in rows]
    assert round(sum(commands) / len(rows), 3) == 0.221
    assert round(sum(templates) / len(rows), 3) == 0.412
    assert auc(values, commands) == pytest.approx(0.808, abs=0.001)
    assert auc(values, templates) == pytest.approx(0.778, abs=0.002)


def test_tm_is_near_to_what_their_parser_gives(judgements: list[Judgement], released_data: Path) -> None:
    known = references(released_data)
    found = {(item.file, item.name): with_references(item, known) for item in systems(judgements, settled)}
    for place, (at_1, at_3) in {
        (STC, "ST-CopyNet"): (0.661, 0.731),
        (TELLINA, "Tellina"): (0.636, 0.710),
    }.items():
        values = [measured(found[place], TemplateMatch(k)) for k in (1, 3)]
        assert values == [pytest.approx(at_1, abs=0.02), pytest.approx(at_3, abs=0.02)]


@pytest.mark.thorough
def test_how_well_form_predicts_people(judgements: list[Judgement], released_data: Path) -> None:
    """By their parser: AUC of TM .712 and .780; the same command .894 and .167, the same template .951 and .310."""
    rows = voted_on(judgements)
    known = references(released_data)
    commands = [conclusion(row).command for row in rows]
    templates = [conclusion(row).template for row in rows]
    match = rated(rows, known, TemplateMatch())
    assert validity(match, commands).auc == pytest.approx(0.73, abs=0.02)
    assert validity(match, templates).auc == pytest.approx(0.80, abs=0.02)
    for metric, said, precision, recall in (
        (SameCommand(), commands, 0.90, 0.23),
        (SameTemplate(), templates, 0.97, 0.30),
    ):
        rule = validity(rated(rows, known, metric), said).rule
        assert rule is not None
        assert rule.precision == pytest.approx(precision, abs=0.02)
        assert rule.recall == pytest.approx(recall, abs=0.03)
