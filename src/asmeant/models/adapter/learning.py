"""Datasets -> a directory with an adapter, its recipe, the log, and its scores on dev.

adapter.gguf    the average of all runs, for llama.cpp
recipe.json     settings, base model, data with checksums
log.jsonl       a line for each epoch
scores.json     on dev, with neighbours in the prompt and without
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import torch

from asmeant.errors import DataError, RunError
from asmeant.models.adapter.averaging import average
from asmeant.models.adapter.batches import Example, Writer
from asmeant.models.adapter.decoding import decode
from asmeant.models.adapter.gguf import read_gguf
from asmeant.models.adapter.network import Llama, write_adapter
from asmeant.models.adapter.pool import Pool, pair_of
from asmeant.models.adapter.settings import AdapterSettings
from asmeant.models.adapter.tokens import Tokenizer
from asmeant.models.adapter.training import Epoch, Progress, Trainer
from asmeant.records import Candidate, Task
from asmeant.seams import Metric

ADAPTER, RECIPE, LOG, SCORES, CHECKPOINT = (
    "adapter.gguf", "recipe.json", "log.jsonl", "scores.json", "checkpoint.pt"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AdapterData:
    """The tasks to learn from and to validate with, and the names of the datasets."""

    train: Sequence[Task]
    dev: Sequence[Task]
    train_names: Sequence[str]
    dev_name: str

    @property
    def checksum(self) -> str:
        """The checksum of all pairs to learn from."""
        content = json.dumps([[task.intent, task.references, task.code_language] for task in self.train])
        return hashlib.sha256(content.encode()).hexdigest()


class Learner:
    """One training. Everything it needs is loaded when it is created."""

    def __init__(
        self, data: AdapterData, settings: AdapterSettings, base: Path, device: torch.device
    ) -> None:
        self.data, self.settings, self.device = data, settings, device
        self.pool = Pool(data.train)
        if not self.pool.pairs:
            raise DataError("Nothing can be learnt: no task of the data has a reference in Bash or Python.")
        file = read_gguf(base)
        self.base = base
        self.tokenizer = Tokenizer(file.metadata)
        self.writer = Writer(self.tokenizer, self.pool.pairs)
        self.model = Llama(file, settings.runs, settings.rank, settings.alpha, settings.dropout)
        self.model.adapters.initialize(torch.Generator().manual_seed(settings.seed))
        if device.type == "cuda":
            self.model.cast_base(torch.bfloat16)
        self.model.to(device)

    def examples(self) -> list[Example]:
        near = self.pool.all_nearest(self.pool.tasks, in_training=True)
        return [
            Example(pair, neighbours)
            for pair, neighbours in zip(self.pool.pairs, near, strict=True)
            if len(self.writer.answer(pair)) <= self.settings.longest_answer
        ]

    def train(self, folder: Path, seconds: float = math.inf) -> Iterator[Epoch]:
        """Trains from the beginning, or continues from the checkpoint in the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        trainer = Trainer(self.model, self.examples(), self.writer, self.settings)
        self._resume(trainer, folder)
        _write(folder / RECIPE, self.recipe())
        for epoch in trainer.run(seconds):
            _save_progress(trainer.progress, folder / CHECKPOINT)
            with (folder / LOG).open("a") as file:
                file.write(json.dumps(asdict(epoch)) + "\n")
            yield epoch

    def _resume(self, trainer: Trainer, folder: Path) -> None:
        if (folder / SCORES).is_file():
            raise RunError(
                f"{folder} has a finished adapter. Choose another folder with --out, or remove it."
            )
        path = folder / CHECKPOINT
        if not path.is_file():
            return
        try:
            is_same_recipe = json.loads((folder / RECIPE).read_text()) == self.recipe()
            progress = Progress(**torch.load(path, map_location=self.device, weights_only=True))
        except Exception as error:
            raise RunError(
                f"{path} cannot be read: {type(error).__name__}. Remove it to train from the beginning."
            ) from error
        if not is_same_recipe:
            raise RunError(f"{folder} has a training with other settings or data. Choose another with --out.")
        trainer.resume(progress)

    def recipe(self) -> dict[str, Any]:
        with self.base.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return {
            "base_sha256": digest,
            "data": list(self.data.train_names),
            "neighbours": self._neighbours(),
            "data_sha256": self.data.checksum,
            "pairs": len(self.pool.pairs),
            "dev": self.data.dev_name,
            "settings": asdict(self.settings),
        }

    def _neighbours(self) -> dict[str, list[str]]:
        """The datasets that provide neighbours, by the language of their code."""
        languages = dict.fromkeys(pair.language for pair in self.pool.pairs)
        if len(languages) == 1:
            return {language: list(self.data.train_names) for language in languages}
        return {
            language: [name for name in self.data.train_names if language in self._languages_of(name)]
            for language in languages
        }

    def _languages_of(self, dataset: str) -> set[str]:
        """The languages of a dataset's tasks: ids begin with the name of the dataset."""
        head = f"{dataset.partition(':')[0]}/"
        return {task.code_language for task in self.pool.tasks if task.id.startswith(head)}

    def finish(self, folder: Path, metrics: Sequence[Metric], name: str = "asmeant") -> dict[str, Any]:
        """Writes the average as a GGUF file, and its scores."""
        self.model.adapters = average(self.model.adapters)
        write_adapter(folder / ADAPTER, self.model.adapters, 0, "q8_0", name)
        scores: dict[str, Any] = {"tasks": len(self.data.dev), "beam": self.settings.beam}
        for label, with_neighbours in (("with neighbours", True), ("without neighbours", False)):
            candidates = self.answers(self.data.dev, with_neighbours)
            scores[label] = _scores(self.data.dev, candidates, metrics)
        _write(folder / SCORES, scores)
        (folder / CHECKPOINT).unlink(missing_ok=True)
        return scores

    def answers(self, tasks: Sequence[Task], with_neighbours: bool) -> dict[str, list[Candidate]]:
        """The answers of a beam search, best first, by task id."""
        near = self.pool.all_nearest(tasks, in_training=False) if with_neighbours else [()] * len(tasks)
        room = self.settings.longest
        prompts = [
            self.writer.fitting(pair_of(task), neighbours, room)
            for task, neighbours in zip(tasks, near, strict=True)
        ]
        rows = decode(
            self.model, prompts, self.settings.beam, self.settings.longest_answer, self.tokenizer.end
        )
        return {
            task.id: [
                Candidate(
                    task.id,
                    rank,
                    self.tokenizer.decode(answer.tokens).strip(),
                    log_probability=answer.log_probability,
                )
                for rank, answer in enumerate(answers)
            ]
            for task, answers in zip(tasks, rows, strict=True)
        }


def _scores(
    tasks: Sequence[Task], candidates: Mapping[str, Sequence[Candidate]], metrics: Sequence[Metric]
) -> dict[str, float]:
    scores = {}
    for metric in metrics:
        statistics = [metric.measure(task, candidates[task.id], ()) for task in tasks]
        decided = [statistic for statistic in statistics if statistic is not None]
        scores[metric.name] = metric.aggregate(decided) if decided else 0.0
    return scores


def _save_progress(progress: Progress, path: Path) -> None:
    partial = path.with_name(f"{path.name}.partial")
    torch.save({item.name: getattr(progress, item.name) for item in fields(progress)}, partial)
    partial.replace(path)


def _write(path: Path, value: object) -> None:
    partial = path.with_name(f"{path.name}.partial")
    partial.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")
    partial.replace(path)
