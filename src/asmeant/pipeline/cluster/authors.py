"""Tasks -> candidates on a cluster: a model that computes is loaded on each node, and gets batches."""

from __future__ import annotations

import platform
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from asmeant.errors import AsmeantError
from asmeant.pipeline.cluster.connection import Connection
from asmeant.pipeline.cluster.crew import Crew, Opened, Reply
from asmeant.pipeline.plan import Plan
from asmeant.pipeline.preparation import fetch_weights, make_model
from asmeant.records import Candidate, Sampling, Task, TaskPrompt
from asmeant.seams import Done, Model, NeedsOrder, WritesPrompts

# A model answers several tasks at a time where it can, so it gets more of them than fit into a moment.
BATCH_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Answered:
    """What a model made of one task, and the prompt that it was sent."""

    prompt: TaskPrompt | None
    candidates: list[Candidate]


@dataclass(frozen=True, slots=True)
class Question:
    """A task, and the ranks that are already answered."""

    task: Task
    done: frozenset[int]


class Author:
    """The model on one node. Ray makes it an actor; it knows nothing about Ray."""

    def __init__(self, plan: Plan, run: Sequence[str], dataset: Sequence[str]) -> None:
        self._plan = plan
        self._order = run, dataset
        self._model: Model | None = None

    def open(self) -> Opened:
        try:
            fetch_weights(self._plan, lambda _: None)
            model = self._model = make_model(self._plan)
            if isinstance(model, NeedsOrder) and model.by_position:
                model.number(*self._order)
        except AsmeantError as error:
            return Opened(platform.node(), str(error))
        return Opened(platform.node())

    def generate(self, batch: list[Question], sampling: Sampling) -> Reply:
        started = time.monotonic()
        assert self._model is not None
        done = {(question.task.id, rank) for question in batch for rank in question.done}
        candidates: dict[str, list[Candidate]] = {question.task.id: [] for question in batch}
        for candidate in self._model.generate([question.task for question in batch], sampling, done):
            candidates[candidate.task_id].append(candidate)
        answered = [
            Answered(self._prompt(question.task, sampling), candidates[question.task.id])
            for question in batch
        ]
        return Reply(answered, time.monotonic() - started)

    def _prompt(self, task: Task, sampling: Sampling) -> TaskPrompt | None:
        model: object = self._model
        return model.prompt_of(task, sampling) if isinstance(model, WritesPrompts) else None

    def close(self) -> None:
        """The model is freed with its process."""


class _Questions:
    """Questions in batches. All of them may go at any time."""

    def __init__(self, sampling: Sampling) -> None:
        self._sampling = sampling

    def take(self, queue: deque[Question], size: int) -> list[Question]:
        return [queue.popleft() for _ in range(min(size, len(queue)))]

    def send(self, actor: Any, batch: list[Question]) -> Any:
        return actor.generate.remote(batch, self._sampling)

    def received(self, batch: list[Question], reply: list[Answered]) -> Iterable[Answered]:
        return reply

    def lost(self, batch: list[Question]) -> None:
        """Nothing of it is kept."""


def answered_on_cluster(
    plan: Plan, tasks: Iterable[Task], done: Done, order: tuple[Sequence[str], Sequence[str]],
    notify: Callable[[str], None],
) -> Iterator[Answered]:  # fmt: skip
    """What the plan's model makes of the tasks, one on each node, or on each accelerator of the cluster."""
    connection = Connection(plan.on, plan.workers if isinstance(plan.workers, int) else None)
    resources = connection.ray.cluster_resources()
    accelerators = int(resources.get("GPU", 0))
    nodes = sum(name.startswith("node:") and "internal_head" not in name for name in resources)
    actors = connection.ray.remote(
        num_cpus=0, num_gpus=1 if accelerators else 0, scheduling_strategy="SPREAD", max_restarts=0
    )(Author)
    crew = Crew(
        connection,
        lambda: actors.remote(_portable(plan), *order),
        accelerators or nodes,
        notify,
        BATCH_SECONDS,
    )
    ranks: dict[str, set[int]] = {}
    for task_id, rank in done:
        ranks.setdefault(task_id, set()).add(rank)
    questions = (Question(task, frozenset(ranks.get(task.id, ()))) for task in tasks)
    try:
        crew.wait()
        yield from crew.spread(questions, _Questions(plan.sampling))
    finally:
        crew.close()


def _portable(plan: Plan) -> Plan:
    """What of the plan decides what the model answers: the rest stays here."""
    return Plan(
        plan.dataset, plan.tasks if plan.prompting.shots else None, plan.model, prompting=plan.prompting,
        sampling=plan.sampling, data=plan.data,
    )  # fmt: skip
