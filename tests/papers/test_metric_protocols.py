"""The papers' ways of scoring, on the released references: sizes and figures that were measured with their code."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from asmeant.datasets import load_tasks
from asmeant.metrics import load_metric, score
from asmeant.metrics.measuring import Judged
from asmeant.records import Candidate, Score, Selection, Task

pytestmark = pytest.mark.data


def scored(metric: str, tasks: list[Task], answer: Callable[[str], str] = str) -> Score:
    """The metric on references that were changed in some way."""
    judged = [Judged(task, [Candidate(task.id, 0, answer(task.references[0]))], []) for task in tasks]
    return score(load_metric(metric), judged, {}, "test")


def load(dataset: str, language: str, data: Path) -> list[Task]:
    file = data / dataset.partition(":")[0] / f"{language}_test.{'jsonl' if dataset == 'odex' else 'json'}"
    if dataset != "conala:test" and not file.is_file():
        pytest.skip(f"not here: {file}")
    return list(load_tasks(dataset, Selection(languages=(language,)), data))


@pytest.mark.parametrize(
    ("answer", "value"),
    [(str, 100.0), (str.lower, 92.01), (lambda code: ast.unparse(ast.parse(code)), 96.30)],
    ids=["as it is", "lower case", "rewritten"],
)
def test_conala_bleu_of_changed_references(
    released_data: Path, answer: Callable[[str], str], value: float
) -> None:
    found = scored("bleu:conala", load("conala:test", "en", released_data), answer)
    assert found.value == pytest.approx(value / 100, abs=0.00005)
    assert found.tasks == 500


@pytest.mark.parametrize(
    ("protocol", "language", "kept", "dropped"),
    [
        ("tranx", "es", 264, 77),
        ("tranx", "ja", 198, 12),
        ("tranx", "ru", 201, 144),
        ("tae", "es", 266, 75),
        ("tae", "ja", 198, 12),
        ("tae", "ru", 201, 144),
        ("mbart", "es", 341, 0),
    ],
)
def test_how_many_tasks_of_mconala_a_protocol_keeps(
    released_data: Path, protocol: str, language: str, kept: int, dropped: int
) -> None:
    found = scored(f"bleu:{protocol}", load("mconala", language, released_data))
    assert (found.tasks, found.undecided) == (kept, dropped)
    assert (f"dropped:{dropped} reference does not parse" in found.signature) == bool(dropped)


@pytest.mark.parametrize(("language", "value"), [("en", 3.28), ("es", 3.54), ("ja", 4.02), ("ru", 3.70)])
def test_odexs_codebleu_of_its_own_references(released_data: Path, language: str, value: float) -> None:
    """Their figures are with the grammar of 2022, in which a few broken texts look alike."""
    tasks = load("odex", language, released_data)
    found = scored("codebleu:odex", tasks)
    assert found.value == pytest.approx(value / 100, abs=0.001)
    assert scored("codebleu", tasks).value == pytest.approx(1.0)


def test_intervals_of_odex_are_clustered_by_post(released_data: Path) -> None:
    found = scored("exact-match", load("odex", "en", released_data))
    assert "-clustered-by-post|" in found.signature
