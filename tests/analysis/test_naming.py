from __future__ import annotations

from dataclasses import replace

import pytest

from asmeant.analysis.naming import run_names, word
from asmeant.records import Run, Sampling, Selection

RUN = Run("id", "sample", "embedded", sampling=Sampling(temperature=0.2))
WARM = replace(RUN, sampling=Sampling(temperature=0.8))
SPANISH = replace(WARM, selection=Selection(languages=("es",)))
FAR = replace(
    RUN,
    dataset="odex",
    world="odex-3.11",
    sampling=Sampling(count=5, temperature=1.0),
    selection=Selection(("ru",)),
)


@pytest.mark.parametrize(
    ("runs", "folders", "names"),
    [
        ([RUN], ["a"], ["embedded"]),
        ([RUN, replace(RUN, model="other")], ["a", "b"], ["embedded", "other"]),
        ([RUN, WARM], ["a", "b"], ["embedded, temperature 0.2", "embedded, temperature 0.8"]),
        (
            [RUN, SPANISH],
            ["a", "b"],
            ["embedded, languages all, temperature 0.2", "embedded, languages es, temperature 0.8"],
        ),
        ([RUN, RUN], ["a", "b"], ["a", "b"]),
        ([RUN, FAR], ["a", "b"], ["a", "b"]),
        ([RUN, RUN], ["a", "a"], ["a (1)", "a (2)"]),
    ],
)
def test_names_tell_runs_apart(runs: list[Run], folders: list[str], names: list[str]) -> None:
    assert run_names(runs, folders) == names


@pytest.mark.parametrize(
    ("value", "shown"), [(("es", "ru"), "es,ru"), ((), "all"), (True, "yes"), (None, "default"), (3, "3")]
)
def test_settings_in_words(value: object, shown: str) -> None:
    assert word(value) == shown
