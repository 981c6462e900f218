from __future__ import annotations

from decimal import Decimal

import pytest

from asmeant.analysis import agreement, judgement
from asmeant.analysis.published import figures, paper, papers
from asmeant.analysis.published.pages import contents_table, overview_table, printed_table, stated_table
from asmeant.errors import UnknownNameError
from asmeant.tables import shown

TABLES = [(name, table) for name, one in papers().items() for table in one.tables]


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
