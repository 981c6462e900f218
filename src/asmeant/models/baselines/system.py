"""What the trainer, the directory on disk and `trained:DIR` need of a system; and which systems there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from torch import Tensor, nn

from asmeant.models.baselines.settings import Settings
from asmeant.records import Task


@dataclass(frozen=True, slots=True)
class Answer:
    code: str
    log_probability: float


@dataclass(frozen=True, slots=True)
class Loss:
    """The negative log-likelihood of a batch, and the number of predictions that it is the sum of."""

    total: Tensor
    predictions: int


class System(Protocol):
    """Tasks -> examples -> a loss to train with; intents -> answers."""

    settings: Settings
    network: nn.Module

    @property
    def knowledge(self) -> Mapping[str, Any]:
        """What is needed beside the weights, as JSON: vocabularies, defaults."""
        ...

    def examples(self, tasks: Sequence[Task]) -> Sequence[Any]:
        """What can be learnt from; pairs that the system cannot express are left out."""
        ...

    def length(self, example: Any) -> int: ...

    def loss(self, batch: Sequence[Any]) -> Loss: ...

    def answers(self, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
        """At most `count` different answers to each intent, best first."""
        ...


class SystemFactory(Protocol):
    """A class of systems: made of tasks to train with, or of what was saved."""

    def of_tasks(self, tasks: Sequence[Task], settings: Settings, /) -> System: ...

    def of_knowledge(self, knowledge: Mapping[str, Any], settings: Settings) -> System: ...


_CLASSES = {
    "seq2seq": "seq2seq:Seq2Seq",
    "copynet": "seq2seq:Seq2Seq",
    "pretrained": "pretrained:Pretrained",
    "tellina": "tellina.tellina:Tellina",
    "tae": "tae:Tae",
    "tranx": "tranx.tranx:TranX",
}


def system_class(name: str) -> SystemFactory:
    module, _, attribute = _CLASSES[name].partition(":")
    found: SystemFactory = getattr(import_module(f"asmeant.models.baselines.{module}"), attribute)
    return found


def different(answers: Sequence[Answer], count: int) -> list[Answer]:
    """The first of those that say the same, in their order."""
    unique: dict[str, Answer] = {}
    for answer in answers:
        unique.setdefault(answer.code, answer)
    return list(unique.values())[:count]
