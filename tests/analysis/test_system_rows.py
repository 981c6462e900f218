from __future__ import annotations

from asmeant.analysis.published import MEAN, Figure, figures
from asmeant.analysis.system_rows import published_rows, run_protocol
from asmeant.records import Prompting, Run, Sampling


def test_what_several_tables_print_of_a_system_is_one_row() -> None:
    printed = figures("odex")
    rows = list(published_rows(printed))
    keys = [(row.system, row.language, row.protocol) for row in rows]
    assert len(keys) == len(set(keys)) > 12
    assert all(row.is_published and "Table" in row.source for row in rows)
    assert not any(row.language == MEAN for row in rows)

    def first(system: str, language: str, metric: str) -> Figure:
        return next(
            figure
            for figure in printed
            if (figure.system, figure.language, figure.metric) == (system, language, metric)
        )

    codex = next(row for row in rows if "davinci-002" in row.system and row.language == "es")
    assert codex.value("pass@1") == first(codex.system, "es", "pass@1").value
    assert codex.value("no such metric") is None


def test_only_answers_that_are_drawn_have_a_temperature() -> None:
    run = Run("a", "odex", "m", sampling=Sampling(count=2, temperature=0.8), prompt=Prompting(shots=3))
    assert run_protocol(run, is_drawn=False) == "2 samples"
    assert run_protocol(run, is_drawn=True) == "2 samples, temperature 0.8, top_p 0.95, 3 shots"
