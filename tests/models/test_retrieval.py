from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.datasets import load_tasks
from asmeant.errors import DataError, UsageError
from asmeant.metrics.bleu import Bleu
from asmeant.models import load_model
from asmeant.models.retrieval import RetrievalModel
from asmeant.records import Sampling, Task

POOL = [
    Task("1", "sort list `a` in reverse", references=("sorted(a, reverse=True)",), tags={"question": "q1"}),
    Task("2", "join list `a` with 'x'", references=("'x'.join(a)",)),
    Task("3", "delete file x.txt", code_language="bash", references=("rm x.txt",)),
    Task("4", "no code at all"),
]


def codes(task: Task, count: int = 1, pool: list[Task] = POOL) -> list[str]:
    model = RetrievalModel(lambda: pool)
    return [candidate.code for candidate in model.generate([task], Sampling(count=count))]


def test_the_nearest_code_gets_the_names_of_the_intent() -> None:
    assert codes(Task("t", "join the list `words` with ', '")) == ["', '.join(words)"]


def test_ranks_are_neighbours_and_other_code_is_none() -> None:
    found = codes(Task("t", "sort list `b` in reverse"), count=3)
    assert found == ["sorted(b, reverse=True)", "'x'.join(b)", ""]
    assert codes(Task("t", "delete file y.log", code_language="bash")) == ["rm y.log"]


def test_a_task_does_not_find_its_own_answer_but_a_person_does() -> None:
    text = "sort list `a` in reverse"
    asked = Task("t", text, references=("a.sort()",))
    assert codes(asked) == ["'x'.join(a)"]
    assert codes(Task("t", text)) == ["sorted(a, reverse=True)"]
    same_question = Task("t", "reverse sort of list `z`", references=("z",), tags={"question": "q1"})
    assert codes(same_question) == ["'x'.join(z)"]


def test_only_what_is_missing_is_answered() -> None:
    model = RetrievalModel(lambda: POOL)
    task = Task("t", "sort list `b` in reverse")
    found = list(model.generate([task], Sampling(count=2), done={("t", 0)}))
    assert [(candidate.rank, candidate.code) for candidate in found] == [(1, "'x'.join(b)")]
    assert "with the names of this task" in found[0].extraction


def test_a_dataset_by_name() -> None:
    model = load_model("retrieval:sample?by=letters")
    assert model.name == "retrieval:sample?by=letters"
    task = next(iter(load_tasks("sample")))
    found = next(iter(model.generate([task], Sampling())))
    assert found.code
    assert found.code != task.references[0]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("retrieval", "needs a dataset to look in"),
        ("retrieval:sample?by=magic", "has no option 'by=magic'"),
        ("retrieval:sample?depth=3", "has no option 'depth'"),
    ],
)
def test_what_cannot_be_is_said(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_model(spec)


def test_an_empty_pool_is_said() -> None:
    with pytest.raises(DataError, match="found no intent with code"):
        codes(Task("t", "x"), pool=[POOL[3]])


@pytest.mark.data
@pytest.mark.thorough
def test_english_is_above_the_prototype(released_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first 100 tasks of CoNaLa's test set, by letters: quick, and far from what chance gives."""
    monkeypatch.setenv("ASMEANT_DATA", str(released_data))
    model, metric = load_model("retrieval:conala:train?by=letters"), Bleu("tranx")
    tasks = list(load_tasks("conala:test", data=released_data))[:100]
    found = (metric.measure(task, list(model.generate([task], Sampling(count=5))), []) for task in tasks)
    assert metric.aggregate([statistic for statistic in found if statistic is not None]) > 0.2
