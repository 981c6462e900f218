"""A system and examples -> trained weights: one trainer for all systems.

Adam with gradient clipping. The dev score is computed after each epoch. If it has not risen for `patience`
validations, the best weights are restored and the learning rate is halved; after this has happened `trials`
times, training ends. The random numbers of an epoch depend only on the seed and the epoch, so that a resumed
training gives the same result.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

import torch
from torch import Tensor

from asmeant.errors import DataError, ModelError, UsageError
from asmeant.models.baselines.batching import batches
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.system import System

Weights = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class Epoch:
    """One line of the training log. `score` is None if the epoch was not validated."""

    number: int
    loss: float
    score: float | None
    rate: float
    seconds: float


@dataclass(slots=True)
class Progress:
    """The state of a training: everything that a checkpoint holds."""

    weights: Weights
    best_weights: Weights
    optimizer: dict[str, Any]
    epoch: int = 0
    best_score: float = -math.inf
    best_epoch: int = 0
    validations_since_best: int = 0
    trial: int = 0
    rate: float = 0.0
    seconds: float = 0.0

    @property
    def is_new(self) -> bool:
        return self.epoch == 0


class Trainer:
    """Trains `system` in place. `score` validates it."""

    def __init__(self, system: System, examples: Sequence[Any], score: Callable[[], float]) -> None:
        if not examples:
            raise DataError("Nothing can be learnt: no task of the data has a reference that can be used.")
        self.system, self.examples, self.score = system, examples, score
        self.settings: Settings = system.settings
        self.optimizer = self._new_optimizer(self.settings.rate)
        self.average = Average(system.network, self.settings.average) if self.settings.average else None
        self.progress = Progress(
            weights_of(system.network),
            weights_of(system.network),
            self.optimizer.state_dict(),
            rate=self.settings.rate,
        )

    def resume(self, progress: Progress) -> None:
        """Continues from a checkpoint."""
        self.progress = progress
        load_weights(self.system.network, progress.weights)
        self.optimizer = self._new_optimizer(progress.rate)
        self.optimizer.load_state_dict(progress.optimizer)
        if self.average is not None:
            self.average = Average(self.system.network, self.settings.average)

    def run(self, seconds: float = math.inf) -> Iterator[Epoch]:
        """Yields the epochs as they finish. At the end the system has its best weights.

        No epoch is started after `seconds` of training.
        """
        state = self.progress
        while not self.is_finished and state.seconds < seconds:
            started = time.monotonic()
            loss = self._epoch(state.epoch + 1)
            score = self._validated(state.epoch + 1)
            state.epoch += 1
            self._keep(score)
            state.seconds += time.monotonic() - started
            yield Epoch(state.epoch, loss, score, state.rate, round(state.seconds, 1))
        if state.epoch and not state.best_epoch:
            # It ended before its first validation, so the current weights are the best.
            self._keep(self._validation(state.epoch))
        load_weights(self.system.network, state.best_weights)

    @property
    def is_finished(self) -> bool:
        return self.progress.epoch >= self.settings.epochs or self.progress.trial > self.settings.trials

    def _epoch(self, number: int) -> float:
        settings, network = self.settings, self.system.network
        torch.manual_seed(settings.seed * 100_003 + number)
        random = Random(f"{settings.seed}-{number}")
        network.train()
        total, predictions = 0.0, 0
        for batch in batches(self.examples, settings.batch, self.system.length, random):
            with clear_errors(settings, number):
                loss = self.system.loss(batch)
                self._step(loss.total / max(1, loss.predictions), number)
            total, predictions = total + float(loss.total.detach()), predictions + loss.predictions
        return total / max(1, predictions)

    def _step(self, loss: Tensor, epoch: int) -> None:
        if not torch.isfinite(loss):
            raise ModelError(
                f"The loss became {float(loss.detach())} in epoch {epoch}, "
                f"at learning rate {self.progress.rate:g}. "
                f"Train again with a lower one: --rate {self.settings.rate / 4:g}"
            )
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.system.network.parameters(), self.settings.clip)
        self.optimizer.step()
        if self.average is not None:
            self.average.update(self.system.network)

    def _validated(self, epoch: int) -> float | None:
        last = epoch == self.settings.epochs
        due = epoch > self.settings.warmup and epoch % max(1, self.settings.validate_every) == 0
        return self._validation(epoch) if last or due else None

    def _validation(self, epoch: int) -> float:
        self.system.network.eval()
        with self._averaged(), clear_errors(self.settings, epoch):
            score = self.score()
            # Of equal scores the last counts: its loss is lower.
            if score >= self.progress.best_score:
                self.progress.best_weights = weights_of(self.system.network)
        return score

    @contextmanager
    def _averaged(self) -> Iterator[None]:
        """Uses the moving average of the weights instead of the last ones, if there is one."""
        if self.average is None:
            yield
            return
        last = weights_of(self.system.network)
        load_weights(self.system.network, self.average.weights)
        yield
        load_weights(self.system.network, last)

    def _keep(self, score: float | None) -> None:
        state = self.progress
        if score is not None:
            state.validations_since_best = 0 if score > state.best_score else state.validations_since_best + 1
            if score >= state.best_score:
                state.best_score, state.best_epoch = score, state.epoch
            if state.validations_since_best >= self.settings.patience:
                self._decay()
        state.weights = weights_of(self.system.network)
        state.optimizer = self.optimizer.state_dict()

    def _decay(self) -> None:
        """Restores the best weights, with half the learning rate and without momentum."""
        state = self.progress
        state.trial, state.validations_since_best, state.rate = state.trial + 1, 0, state.rate / 2
        load_weights(self.system.network, state.best_weights)
        self.optimizer = self._new_optimizer(state.rate)
        if self.average is not None:
            self.average = Average(self.system.network, self.settings.average)

    def _new_optimizer(self, rate: float) -> torch.optim.Adam:
        return torch.optim.Adam(self.system.parameter_groups(rate))


class Average:
    """The exponential moving average of weights."""

    def __init__(self, network: torch.nn.Module, decay: float) -> None:
        self.decay, self.weights, self.steps = decay, weights_of(network), 0

    @torch.no_grad()
    def update(self, network: torch.nn.Module) -> None:
        self.steps += 1
        decay = min(self.decay, self.steps / (self.steps + 9))  # the first weights are soon forgotten
        for name, weight in network.state_dict().items():
            if weight.dtype.is_floating_point:
                self.weights[name].lerp_(weight, 1 - decay)


def weights_of(network: torch.nn.Module) -> Weights:
    """A copy of the weights, on their device."""
    return {name: weight.detach().clone() for name, weight in network.state_dict().items()}


def load_weights(network: torch.nn.Module, weights: Weights) -> None:
    network.load_state_dict(weights)


@contextmanager
def clear_errors(settings: Settings, epoch: int) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        if not _is_out_of_memory(error):
            raise
        raise ModelError(
            f"Out of memory in epoch {epoch}, with batches of {settings.batch}. "
            f"Train again with smaller ones: --batch {max(1, settings.batch // 2)}"
        ) from error


def _is_out_of_memory(error: RuntimeError) -> bool:
    words = str(error).lower()
    return (
        isinstance(error, torch.OutOfMemoryError)
        or "can't allocate memory" in words
        or "out of memory" in words
    )


def use_idle_cores() -> None:
    """Uses as many threads as there are idle cores: more would wait for each other and slow down all."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    torch.set_num_threads(max(1, int(cores - busy + 0.5)))


def find_device(name: str) -> torch.device:
    """The device with this name; `auto` is a GPU if there is one."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        devices = ["cpu", *(f"cuda:{number}" for number in range(torch.cuda.device_count()))]
        reason = str(error).strip().partition("\n")[0]
        raise UsageError(
            f"The device '{name}' cannot be used: {reason}. Here there is: {', '.join(devices)}."
        ) from error
    return device
