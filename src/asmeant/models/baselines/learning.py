"""Tasks -> a directory with a trained system and its scores. The implementation of `asmeant train`."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import torch

from asmeant.errors import DataError, UsageError
from asmeant.models.baselines.batching import in_order
from asmeant.models.baselines.saving import ANSWERS, Directory, load_system
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.system import Answer, System, Tunable, system_class
from asmeant.models.baselines.training import Epoch, Trainer, load_weights, use_idle_cores, weights_of
from asmeant.records import Candidate, Task, to_json
from asmeant.seams import Metric, NeedsCandidates

# Checkpoints after the first are written no more often than this.
SECONDS_BETWEEN_CHECKPOINTS = 15.0
# Exponents of the length when answers are ranked. The best one on dev is kept.
LENGTH_POWERS = (0.0, 0.5, 1.0)
# Number of hypotheses that are extended at a time.
HYPOTHESES = {"cpu": 640, "cuda": 12_800}


@dataclass(frozen=True, slots=True)
class Data:
    """The tasks to learn from and to validate with, and the names of their datasets."""

    train: Sequence[Task]
    dev: Sequence[Task]
    train_name: str = "tasks"
    dev_name: str = "tasks"

    def __post_init__(self) -> None:
        if not self.train or not self.dev:
            purpose = "learn from" if not self.train else "validate with"
            raise DataError(
                f"No task is left to {purpose} ({self.train_name}, {self.dev_name}). "
                f"Look at --on, --dev and --limit."
            )

    @property
    def description(self) -> dict[str, Any]:
        return {
            "train": {"name": self.train_name, "tasks": len(self.train), "sha256": checksum(self.train)},
            "dev": {"name": self.dev_name, "tasks": len(self.dev), "sha256": checksum(self.dev)},
        }


def checksum(tasks: Iterable[Task]) -> str:
    digest = hashlib.sha256()
    for task in tasks:
        digest.update(to_json(task) + b"\n")
    return digest.hexdigest()


def held_out(tasks: Sequence[Task], share: float, seed: int) -> tuple[list[Task], list[Task]]:
    """Two parts, the second with about this share. Tasks of one question are in the same part."""
    questions = sorted({task.tags.get("question", task.id) for task in tasks})
    Random(seed).shuffle(questions)
    held = set(questions[: max(1, round(share * len(questions)))])
    inside = [task for task in tasks if task.tags.get("question", task.id) in held]
    return [task for task in tasks if task.tags.get("question", task.id) not in held], inside


def train(
    data: Data,
    settings: Settings,
    folder: Path,
    metrics: Sequence[Metric],
    device: torch.device,
    seconds: float = math.inf,
) -> Iterator[Epoch]:
    """Trains, and yields each finished epoch. Continues a training with the same settings.

    The first metric selects the best epoch; all are computed at the end. No epoch is started after `seconds`.
    """
    if not metrics:
        raise UsageError("Training needs a metric to watch. Name one with --metric.")
    directory = Directory(folder)
    torch.manual_seed(settings.seed)
    if device.type == "cuda":
        torch.set_float32_matmul_precision("high")
    else:
        use_idle_cores()
    system = _new_system(data, settings)
    directory.begin(system, data.description)
    if directory.is_finished:
        return
    system.network.to(device)
    trainer = Trainer(
        system,
        system.examples(data.train),
        lambda: score_all(system, data.dev, metrics[:1], settings.validation_beam, 1)[metrics[0].name],
    )
    if (progress := directory.progress(device)) is not None:
        trainer.resume(progress)
    saved = -math.inf
    for epoch in trainer.run(seconds):
        directory.log(epoch)
        if time.monotonic() - saved > SECONDS_BETWEEN_CHECKPOINTS:
            directory.save_progress(trainer.progress)
            saved = time.monotonic()
        yield epoch
    if not trainer.is_finished:
        directory.save_progress(trainer.progress)
    if isinstance(system, Tunable):
        system.tune(data.dev, metrics[0])
    directory.save_system(system)
    directory.finish(_outcome(system, trainer, data, metrics, folder, device))


# Settings of the architecture: they must equal those of the system that training starts from.
SHAPE = ("level", "embedding", "size", "layers", "heads", "longest")


# These systems do not start from a trained system of their own kind.
OTHER_BASE = ("pretrained", "reranker")


def _new_system(data: Data, settings: Settings) -> System:
    """A system with random weights, or with the weights and vocabulary of a trained one."""
    factory = system_class(settings.system)
    if not settings.base or settings.system in OTHER_BASE:
        return factory.of_tasks(data.train, settings)
    base = load_system(Path(settings.base), torch.device("cpu"))
    if base.settings.system != settings.system:
        raise UsageError(
            f"{settings.base} holds a {base.settings.system}, with which a {settings.system} cannot begin. "
            f"Name a directory that `asmeant train {settings.system}` wrote."
        )
    shape = {name: getattr(base.settings, name) for name in SHAPE}
    system = factory.of_knowledge(base.knowledge, replace(settings, **shape))
    load_weights(system.network, weights_of(base.network))
    return system


def _outcome(
    system: System,
    trainer: Trainer,
    data: Data,
    metrics: Sequence[Metric],
    folder: Path,
    device: torch.device,
) -> Mapping[str, Any]:
    count = max(metric.k if isinstance(metric, NeedsCandidates) else 1 for metric in metrics)
    started = time.monotonic()
    by_power = {power: _with_power(system, data.dev, power, count) for power in LENGTH_POWERS}
    answering = (time.monotonic() - started) / len(LENGTH_POWERS)
    watched = {
        power: measured(data.dev, rows, metrics[:1])[metrics[0].name] for power, rows in by_power.items()
    }
    best = max(watched, key=lambda power: watched[power])
    candidates = by_power[best]
    (folder / ANSWERS).write_bytes(
        b"".join(to_json(candidate) + b"\n" for row in candidates for candidate in row)
    )
    state = trainer.progress
    return {
        "scores": measured(data.dev, candidates, metrics),
        "beam": system.settings.beam,
        "length_power": best,
        "by_length_power": {str(power): value for power, value in watched.items()},
        "epochs": state.epoch,
        "best_epoch": state.best_epoch,
        "watched": {"metric": metrics[0].name, "best": state.best_score},
        "training_seconds": round(state.seconds, 1),
        "answering_seconds": round(answering, 1),
        "device": str(device),
        "parameters": sum(weight.numel() for weight in system.network.parameters()),
        "examples": len(trainer.examples),
        **data.description,
    }


def _with_power(system: System, tasks: Sequence[Task], power: float, count: int) -> list[list[Candidate]]:
    system.settings = replace(system.settings, length_power=power)
    return candidates_of(system, tasks, system.settings.beam, count)


def score_all(
    system: System, tasks: Sequence[Task], metrics: Sequence[Metric], beam: int, count: int
) -> dict[str, float]:
    """The score of each metric over the tasks."""
    return measured(tasks, candidates_of(system, tasks, beam, count), metrics)


def measured(
    tasks: Sequence[Task], candidates: Sequence[Sequence[Candidate]], metrics: Sequence[Metric]
) -> dict[str, float]:
    scores = {}
    for metric in metrics:
        rows = zip(tasks, candidates, strict=True)
        statistics = [metric.measure(task, row, []) for task, row in rows]
        decided = [statistic for statistic in statistics if statistic is not None]
        scores[metric.name] = metric.aggregate(decided) if decided else 0.0
    return scores


def candidates_of(system: System, tasks: Sequence[Task], beam: int, count: int) -> list[list[Candidate]]:
    """`count` candidates for each task. Missing ones are empty, so that ranks are comparable."""
    system.network.eval()
    answers = answers_to(system, [task.intent for task in tasks], max(beam, count), count)
    return [
        [
            Candidate(task.id, rank, answer.code, log_probability=answer.log_probability)
            for rank, answer in enumerate([*row, *[Answer("", -math.inf)] * (count - len(row))])
        ]
        for task, row in zip(tasks, answers, strict=True)
    ]


def answers_to(system: System, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
    """Answers to many intents, in order. Those of similar length are answered in one batch."""
    device = next(system.network.parameters()).device.type
    size = max(1, HYPOTHESES.get(device, 640) // max(1, beam))
    order = sorted(range(len(intents)), key=lambda number: len(intents[number]))
    answers: dict[int, list[Answer]] = {}
    for numbers in in_order(order, size):
        rows = system.answers([intents[number] for number in numbers], beam, count)
        answers.update(zip(numbers, rows, strict=True))
    return [answers[number] for number in range(len(intents))]


__all__ = ["Data", "answers_to", "checksum", "held_out", "load_system", "score_all", "train"]
