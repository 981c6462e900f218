"""Reranking: the answers of a trained system in a better order.

Yin, Neubig: Reranking for Neural Semantic Parsing (2019), section 3, with smaller models.

The score of an answer is a weighted sum of the system's own score, how well the intent can be reconstructed
from the code (a CopyNet from code to intent), and how well the two match (decomposable attention). The
weights are those with the best score on the validation tasks.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from asmeant.errors import UsageError
from asmeant.models.baselines import seq2seq
from asmeant.models.baselines.batching import padded
from asmeant.models.baselines.levels import intent_tokens, learned_form
from asmeant.models.baselines.matching import Matching
from asmeant.models.baselines.saving import load_system
from asmeant.models.baselines.settings import Settings, settings_for
from asmeant.models.baselines.system import Answer, Loss, NeuralSystem, System, system_class
from asmeant.models.baselines.vocabulary import UNKNOWN, Vocabulary
from asmeant.records import Candidate, Task
from asmeant.seams import Metric

FEATURES = ("mean log-probability", "log-probability", "length", "reconstruction", "match")
WEIGHTS = (-2.0, -1.0, -0.5, -0.2, -0.1, -0.05, 0.0, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
ROUNDS = 3
# The right code must score higher than the codes of this many other intents.
OTHERS = 7
# Tokens that are not in the vocabulary share this many numbers: the same token has the same one.
UNKNOWN_NUMBERS = 64


@dataclass(frozen=True, slots=True)
class Example:
    reconstruction: seq2seq.Example
    intent: tuple[int, ...]
    code: tuple[int, ...]

    @property
    def target(self) -> tuple[int, ...]:
        return self.reconstruction.target


class Network(nn.Module):
    def __init__(self, base: nn.Module, reconstruction: nn.Module, matching: Matching) -> None:
        super().__init__()
        self.base, self.reconstruction, self.matching = base, reconstruction, matching
        first = [1.0, *[0.0] * (len(FEATURES) - 1)]
        self.feature_weights: Tensor
        self.register_buffer("feature_weights", torch.tensor(first))


class Reranker(NeuralSystem):
    network: Network

    def __init__(
        self, base: System, reconstruction: seq2seq.Seq2Seq, tokens: Vocabulary, settings: Settings
    ) -> None:
        self.settings, self.base, self.reconstruction, self.tokens = settings, base, reconstruction, tokens
        matching = Matching(len(tokens) + UNKNOWN_NUMBERS, settings.embedding, settings.dropout)
        self.network = Network(base.network, reconstruction.network, matching)
        self._answers_of_base: dict[tuple[str, int], list[Answer]] = {}

    @classmethod
    def of_tasks(cls, tasks: Sequence[Task], settings: Settings) -> Reranker:
        if not settings.base:
            raise UsageError(
                "A reranker needs a trained system whose answers it ranks. "
                "Use: --base DIRECTORY, one that `asmeant train` wrote"
            )
        base = load_system(Path(settings.base), torch.device("cpu"))
        reconstruction = seq2seq.Seq2Seq.of_tasks(list(_reversed(tasks)), _reconstruction_settings(settings))
        words = (_words(text) for task in tasks for text in (task.intent, *task.references))
        return cls(base, reconstruction, Vocabulary.of(words, settings.least_count), settings)

    @classmethod
    def of_knowledge(cls, knowledge: Mapping[str, Any], settings: Settings) -> Reranker:
        base_settings = Settings(**knowledge["base_settings"])
        base = system_class(base_settings.system).of_knowledge(knowledge["base"], base_settings)
        reconstruction = seq2seq.Seq2Seq.of_knowledge(
            knowledge["reconstruction"], _reconstruction_settings(settings)
        )
        return cls(base, reconstruction, Vocabulary(knowledge["tokens"]), settings)

    @property
    def knowledge(self) -> Mapping[str, Any]:
        return {
            "base": self.base.knowledge,
            "base_settings": asdict(self.base.settings),
            "reconstruction": self.reconstruction.knowledge,
            "tokens": self.tokens.tokens,
        }

    def parameter_groups(self, rate: float) -> list[dict[str, Any]]:
        """The weights to train. The base is not trained."""
        modules = (self.network.reconstruction, self.network.matching)
        return [{"params": [weight for module in modules for weight in module.parameters()], "lr": rate}]

    def examples(self, tasks: Sequence[Task]) -> Sequence[Example]:
        return [
            Example(reconstruction, self._ids(backward.references[0]), self._ids(backward.intent))
            for backward in _reversed(tasks)
            for reconstruction in self.reconstruction.examples([backward])
        ]

    def loss(self, batch: Sequence[Example]) -> Loss:
        """The loss of the reconstruction, and of finding the code of each intent within the batch."""
        reconstruction = self.reconstruction.loss([example.reconstruction for example in batch])
        intents = padded([example.intent for example in batch], self.device)
        codes = padded([example.code for example in batch], self.device)
        other_codes = min(OTHERS, len(batch) - 1)
        scores = self.network.matching.with_others(intents, codes, other_codes)  # batch × (others + 1)
        matching = -scores.log_softmax(-1)[:, 0].sum()
        return Loss(reconstruction.total + matching, reconstruction.predictions)

    def answers(self, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
        return [
            [answers[number] for number in self._order(self.features(intent, answers))][:count]
            for intent, answers in zip(intents, self._of_base(intents, beam), strict=True)
        ]

    def _of_base(self, intents: Sequence[str], beam: int) -> list[list[Answer]]:
        """All answers of the base, cached: they do not change during training."""
        answers_by_intent = self._answers_of_base
        missing = [intent for intent in dict.fromkeys(intents) if (intent, beam) not in answers_by_intent]
        if missing:
            for intent, answers in zip(missing, self.base.answers(missing, beam, beam), strict=True):
                answers_by_intent[intent, beam] = answers
        return [answers_by_intent[intent, beam] for intent in intents]

    @torch.no_grad()
    def features(self, intent: str, answers: Sequence[Answer]) -> Tensor:
        """answers × features."""
        if not answers:
            return torch.zeros((0, len(FEATURES)))
        codes = [self._ids(answer.code) for answer in answers]
        backward = [Task("", answer.code, code_language="text", references=(intent,)) for answer in answers]
        reconstructions = self.reconstruction.log_likelihoods(backward)
        rows = padded([self._ids(intent)] * len(answers), self.device)
        matches = self.network.matching(rows, padded(codes, self.device)).tolist()
        values = [
            (
                answer.log_probability / (len(code) + 1),
                answer.log_probability,
                len(code),
                reconstruction,
                match,
            )
            for answer, code, reconstruction, match in zip(
                answers, codes, reconstructions, matches, strict=True
            )
        ]
        return torch.tensor(values, dtype=torch.float32)

    def _order(self, features: Tensor) -> list[int]:
        scores = features @ self.network.feature_weights.cpu()
        return [int(number) for number in scores.argsort(descending=True, stable=True)]

    def tune(self, tasks: Sequence[Task], metric: Metric) -> None:
        """Finds the weights of the features with the best score, by coordinate search in several rounds."""
        self.network.eval()
        lists = self._of_base([task.intent for task in tasks], self.settings.beam)
        answered_tasks = [(task, answers) for task, answers in zip(tasks, lists, strict=True) if answers]
        features = [self.features(task.intent, answers) for task, answers in answered_tasks]
        values = [
            [metric.measure(task, [Candidate(task.id, 0, answer.code)], []) for answer in answers]
            for task, answers in answered_tasks
        ]

        def score(weights: Sequence[float]) -> float:
            chosen = [int((table @ torch.tensor(weights)).argmax()) for table in features]
            statistics = [row[number] for row, number in zip(values, chosen, strict=True)]
            counted = [statistic for statistic in statistics if statistic is not None]
            return metric.aggregate(counted) if counted else 0.0

        weights = [1.0, *[0.0] * (len(FEATURES) - 1)]
        best = score(weights)
        for place in [*range(1, len(FEATURES))] * ROUNDS:
            for value in WEIGHTS:
                trial = [*weights[:place], value, *weights[place + 1 :]]
                if (outcome := score(trial)) > best:
                    weights, best = trial, outcome
        self.network.feature_weights.copy_(torch.tensor(weights))

    def _ids(self, text: str) -> tuple[int, ...]:
        return tuple(self._id(word) for word in _words(text)) or (UNKNOWN,)

    def _id(self, word: str) -> int:
        if word in self.tokens:
            return self.tokens.id(word)
        return len(self.tokens) + zlib.crc32(word.encode()) % UNKNOWN_NUMBERS


def _words(text: str) -> list[str]:
    return learned_form(intent_tokens(text, "sub-token"), "sub-token")


def _reversed(tasks: Iterable[Task]) -> Iterable[Task]:
    """Tasks in the other direction: code is read, and the intent is written."""
    for task in tasks:
        for number, reference in enumerate(task.references):
            yield replace(
                task,
                id=f"{task.id}/{number}",
                intent=reference,
                references=(task.intent,),
                code_language="text",
            )


def _reconstruction_settings(settings: Settings) -> Settings:
    shared = {
        name: getattr(settings, name) for name in ("size", "embedding", "dropout", "least_count", "longest")
    }
    return settings_for("copynet", {**shared, "level": "sub-token"})
