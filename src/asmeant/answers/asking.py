"""Question -> Answer: the model is asked, and every answer is tried as it comes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Protocol

from asmeant.answers.answer import Answer
from asmeant.records import Candidate, Sampling, Task
from asmeant.seams import Model, Warmable

CUT_OFF = "The model was cut off here. For longer answers: --max-tokens"


class Trier(Protocol):
    """Candidate -> Answer."""

    def warm_up(self) -> None: ...

    def __call__(self, candidate: Candidate) -> Answer: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Question:
    """What a person asks, as a task. `sampling.count` answers are wanted, the first of them greedy."""

    task: Task
    sampling: Sampling = Sampling(count=5, max_tokens=256)


@contextmanager
def getting_ready(question: Question, model: Model) -> Iterator[None]:
    """Meanwhile the model prepares its first answer, in a thread of its own."""
    cancelled = threading.Event()

    def warm_up() -> None:
        # What goes wrong here goes wrong again when the model is asked, and is told then.
        with suppress(Exception):
            if isinstance(model, Warmable):
                model.warm_up(question.task, question.sampling, cancelled)

    warming = threading.Thread(target=warm_up)
    warming.start()
    try:
        yield
    finally:
        cancelled.set()
        warming.join()


def ask(question: Question, model: Model, trier: Trier) -> Iterator[Answer]:
    """The answers as they come. The first is the one that the model finds likeliest.

    The trier stays open: who made it closes it.
    """
    warming = threading.Thread(target=trier.warm_up)
    warming.start()
    try:
        for candidate in _candidates(question, model):
            warming.join()
            answer = trier(candidate)
            yield replace(answer, notes=(*answer.notes, CUT_OFF)) if candidate.truncated else answer
    finally:
        warming.join()


def _candidates(question: Question, model: Model) -> Iterator[Candidate]:
    task, sampling = question.task, question.sampling
    yield from model.generate([task], replace(sampling, count=1, temperature=0.0))
    if sampling.count > 1:
        yield from model.generate([task], sampling, done={(task.id, 0)})
