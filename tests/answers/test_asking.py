"""A model gets ready while the rest does, and is not waited for if nobody wants its answer."""

from __future__ import annotations

import threading

import pytest

from asmeant.answers.asking import Question, getting_ready
from asmeant.records import Sampling, Task
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


def test_what_goes_wrong_is_told_when_it_is_asked_and_not_before() -> None:
    with getting_ready(QUESTION, SlowModel(RuntimeError("no weights"))):
        pass
    with getting_ready(QUESTION, FakeModel({"ask": "ls"})):  # a model that need not get ready
        pass
