"""Task -> Candidate, with a Python function: `def answer(task): return "def double(x): ..."`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from asmeant.errors import ModelError
from asmeant.prompts import extract
from asmeant.records import Candidate, Extraction, Prompt, Sampling, Task
from asmeant.seams import AnswerFunction, Done


class FunctionModel:
    """A function as a model. It returns one reply per call, or a list of all samples.

    A reply may be code, or text that contains code, as language models write it.
    """

    def __init__(self, function: AnswerFunction, extraction: Extraction = "answer") -> None:
        self.function = function
        self.extraction = extraction
        self.name = getattr(function, "__name__", type(function).__name__)

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        for task in tasks:
            missing = [rank for rank in range(sampling.count) if (task.id, rank) not in done]
            while missing:
                answer = self._call(task)
                if isinstance(answer, str):
                    yield self._candidate(task, missing.pop(0), answer)
                    continue
                replies = self._checked(task, answer, sampling.count)
                yield from (self._candidate(task, rank, replies[rank]) for rank in missing)
                break

    def _call(self, task: Task) -> str | Sequence[str]:
        try:
            return self.function(task)
        except Exception as error:
            raise ModelError(
                f"The function '{self.name}' raised {type(error).__name__} for the task '{task.id}': {error}"
            ) from error

    def _checked(self, task: Task, answer: Sequence[str], count: int) -> Sequence[str]:
        if not isinstance(answer, list | tuple) or not all(isinstance(reply, str) for reply in answer):
            raise ModelError(
                f"The function '{self.name}' returned {type(answer).__name__} for the task '{task.id}'. "
                "It must return a str, or a list of str."
            )
        if len(answer) != count:
            raise ModelError(
                f"The function '{self.name}' returned {len(answer)} replies for the task '{task.id}', and "
                f"{count} were asked for. State their number with Sampling(count={len(answer)})."
            )
        return answer

    def _candidate(self, task: Task, rank: int, reply: str) -> Candidate:
        extraction = extract(reply, task, Prompt(), mode=self.extraction)
        return Candidate(
            task_id=task.id,
            rank=rank,
            code=extraction.code,
            reply=reply,
            model=self.name,
            fault=extraction.fault,
            extraction=extraction.explanation,
        )
