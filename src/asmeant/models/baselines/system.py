"""The interface of systems for the trainer, the directory on disk and `trained:DIR`. Lists all systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

import torch
from torch import Tensor, nn

from asmeant.languages import bash, python
from asmeant.models.baselines.search import Hypothesis, Legal, State, Step, beam_search
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.vocabulary import END, START
from asmeant.records import Task
from asmeant.seams import Metric


@dataclass(frozen=True, slots=True)
class Answer:
    code: str
    log_probability: float


@dataclass(frozen=True, slots=True)
class Loss:
    """The negative log-likelihood of a batch, and the number of predictions that it sums over."""

    total: Tensor
    predictions: int


class System(Protocol):
    """Tasks -> examples -> a loss to train with; intents -> answers."""

    settings: Settings
    network: nn.Module

    @property
    def knowledge(self) -> Mapping[str, Any]:
        """What is needed in addition to the weights, as JSON: vocabularies, defaults."""
        ...

    def examples(self, tasks: Sequence[Task]) -> Sequence[Any]:
        """The examples to learn from. Pairs that the system cannot express are left out."""
        ...

    def length(self, example: Any) -> int: ...

    def parameter_groups(self, rate: float) -> list[dict[str, Any]]:
        """The weights to train, with the learning rate of each group."""
        ...

    def loss(self, batch: Sequence[Any]) -> Loss: ...

    def answers(self, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
        """At most `count` different answers to each intent, best first."""
        ...


@runtime_checkable
class Tunable(Protocol):
    """A system with parameters that are chosen on the validation tasks after training."""

    def tune(self, tasks: Sequence[Task], metric: Metric) -> None: ...


class NeuralSystem:
    """What systems share: the network's device, the length of an example, and the beam search."""

    settings: Settings
    network: nn.Module

    @property
    def device(self) -> torch.device:
        return next(self.network.parameters()).device

    def length(self, example: Any) -> int:
        """The number of predictions of an example."""
        return len(example.target)

    def parameter_groups(self, rate: float) -> list[dict[str, Any]]:
        """The weights to train, with the learning rate of each group: here one for all."""
        return [{"params": list(self.network.parameters()), "lr": rate}]

    def search(
        self,
        step: Step,
        state: State,
        count: int,
        beam: int,
        *,
        start: int = START,
        end: int = END,
        legal: Legal | None = None,
        is_done: Callable[[State], Tensor] | None = None,
    ) -> list[list[Hypothesis]]:
        """The best finished sequences of `count` searches, ranked and limited in length by the settings."""
        return beam_search(
            step,
            state,
            count=count,
            start=start,
            end=end,
            beam=beam,
            longest=self.settings.longest,
            power=self.settings.length_power,
            device=self.device,
            legal=legal,
            is_done=is_done,
        )


class SystemFactory(Protocol):
    """A class of systems: created from tasks to train with, or from saved knowledge."""

    def of_tasks(self, tasks: Sequence[Task], settings: Settings, /) -> System: ...

    def of_knowledge(self, knowledge: Mapping[str, Any], settings: Settings) -> System: ...


_CLASSES = {
    "seq2seq": "seq2seq:Seq2Seq",
    "copynet": "seq2seq:Seq2Seq",
    "pretrained": "pretrained:Pretrained",
    "tellina": "tellina.tellina:Tellina",
    "tae": "tae:Tae",
    "tranx": "tranx.tranx:TranX",
    "reranker": "reranking:Reranker",
}


def system_class(name: str) -> SystemFactory:
    module, _, attribute = _CLASSES[name].partition(":")
    factory: SystemFactory = getattr(import_module(f"asmeant.models.baselines.{module}"), attribute)
    return factory


def different(
    answers: Iterable[Answer], count: int, valid: Callable[[str], bool] | None = None
) -> list[Answer]:
    """The first `count` distinct answers, in order. Answers that are not valid code come last."""
    first: dict[str, Answer] = {}
    last: dict[str, Answer] = {}
    for answer in answers:
        group = first if valid is None or valid(answer.code) else last
        group.setdefault(answer.code, answer)
        if len(first) == count:
            break
    return [*first.values(), *last.values()][:count]


def is_valid(code_language: str) -> Callable[[str], bool] | None:
    """A function that checks the syntax of code in a language, where that is possible."""
    return {"bash": _is_bash, "python": python.parses}.get(code_language)


def _is_bash(code: str) -> bool:
    return bool(code.strip()) and bash.parses(code)
