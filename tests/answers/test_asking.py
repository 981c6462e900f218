"""A model gets ready while the rest does, and is not waited for if nobody wants its answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from asmeant.answers import Answer
from asmeant.answers.asking import CUT_OFF, Question, ask, getting_ready
from asmeant.records import Candidate, Sampling, Task
from asmeant.testing import FakeModel

QUESTION = Question(Task("ask", "list files", code_language="bash"), Sampling(count=1))


class SlowModel(FakeModel):
    """Gets ready for as long as somebody waits."""

    def __init__(self, fault: Exception | None = None) -> None:
        super().__init__({"ask": "ls"})
        self.started, self.was_cancelled, self.fault = threading.Event(), False, fault

    def warm_up(self, task: Task, sampling: Sampling, cancelled: threading.Event) -> None:
        assert (task, sampling) == (QUESTION.task, QUESTION.sampling)
        self.started.set()
        if self.fault is not None:
            raise self.fault
        self.was_cancelled = cancelled.wait(10)


def test_it_gets_ready_in_the_meantime_and_stops_when_the_person_does() -> None:
    model = SlowModel()

    def interrupted() -> None:
        with getting_ready(QUESTION, model):
            assert model.started.wait(10)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert model.was_cancelled


class BrokenModel(SlowModel):
    def generate(self, *_words: Any, **_settings: Any) -> Iterator[Candidate]:
        assert self.fault is not None
        raise self.fault


def test_an_error_of_the_model_is_raised_when_it_is_asked_and_not_before() -> None:
    model = BrokenModel(RuntimeError("no weights"))
    with getting_ready(QUESTION, model):
        assert model.started.wait(10)
    with pytest.raises(RuntimeError, match="no weights"):
        list(ask(QUESTION, model, FakeTrier()))


def test_a_model_need_not_get_ready() -> None:
    model = FakeModel({"ask": "ls"})
    with getting_ready(QUESTION, model):
        assert [answer.code for answer in ask(QUESTION, model, FakeTrier())] == ["ls"]


class CutOffModel(FakeModel):
    def generate(self, *_words: Any, **_settings: Any) -> Iterator[Candidate]:
        yield Candidate("ask", 0, "ls", truncated=True)


class FakeTrier:
    def warm_up(self) -> None: ...

    def close(self) -> None: ...

    def __call__(self, candidate: Candidate) -> Answer:
        return Answer(candidate.rank, candidate.code, "works", "", "exit status 0", notes=("one",))


def test_an_answer_that_was_cut_off_says_so() -> None:
    assert [answer.notes for answer in ask(QUESTION, CutOffModel({}), FakeTrier())] == [("one", CUT_OFF)]
    assert [answer.notes for answer in ask(QUESTION, FakeModel({"ask": "ls"}), FakeTrier())] == [("one",)]
