"""Task -> Candidate, by a system that `asmeant train` wrote: `trained:DIR[?beam=N&device=NAME]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from asmeant.errors import ModelError, UsageError
from asmeant.records import Candidate, Sampling, Task
from asmeant.seams import Done

if TYPE_CHECKING:
    from asmeant.models.baselines.system import Answer, System

GRAMMAR = "trained:DIR?beam=N&device=NAME"
OPTIONS = ("beam", "device")
EXTRA = "pip install 'asmeant[train]'"
TASKS_AT_A_TIME = 64


def require_torch() -> None:
    for module in ("torch", "safetensors"):
        if find_spec(module) is None:
            raise UsageError(
                f"Training and trained models need {module}, which is not installed. Install it with: {EXTRA}"
            )


class Trained:
    """A system that was trained here: trained:DIR. Answers are those of a beam search, best first."""

    is_portable = True

    def __init__(self, words: str) -> None:
        directory, _, query = words.partition("?")
        if not directory:
            raise UsageError(f"The model 'trained' needs a directory. Use: {GRAMMAR}")
        options = dict(parse_qsl(query, keep_blank_values=True))
        if unknown := sorted(options.keys() - set(OPTIONS)):
            raise UsageError(f"No option of a trained model is called '{unknown[0]}'. Use: {GRAMMAR}")
        self.beam = _read_beam(options.get("beam", ""))
        self.device = options.get("device", "auto")
        self.path = Path(directory).expanduser()
        if not self.path.is_dir():
            raise ModelError(f"{directory} is not a directory. Train a system with: asmeant train")
        require_torch()
        self.name = f"trained:{directory}"
        self._system: System | None = None

    @property
    def system(self) -> System:
        """The system, loaded when it is first used."""
        if self._system is None:
            from asmeant.models.baselines.saving import load_system
            from asmeant.models.baselines.training import find_device, use_idle_cores

            use_idle_cores()
            self._system = load_system(self.path, find_device(self.device))
        return self._system

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        from asmeant.models.baselines.learning import answers_to

        beam = max(self.beam or self.system.settings.beam, sampling.count)
        waiting = iter(tasks)
        while some := list(islice(waiting, TASKS_AT_A_TIME)):
            rows = answers_to(self.system, [task.intent for task in some], beam, sampling.count)
            for task, answers in zip(some, rows, strict=True):
                for rank in range(sampling.count):
                    if (task.id, rank) not in done:
                        yield self._candidate(task, rank, answers)

    def _candidate(self, task: Task, rank: int, answers: list[Answer]) -> Candidate:
        if rank < len(answers):
            answer = answers[rank]
            return Candidate(
                task.id, rank, answer.code, model=self.name, log_probability=answer.log_probability
            )
        fault = f"the beam search gave {len(answers)} different answers"
        return Candidate(task.id, rank, "", model=self.name, fault=fault)


def _read_beam(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1000):
        raise UsageError(f"The beam is a whole number from 1 to 1000, but '{text}' was found. Use: {GRAMMAR}")
    return int(text or 0)
