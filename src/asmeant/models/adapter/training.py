"""A Llama with adapters and examples -> trained adapters.

AdamW with a rate that rises at first and then falls to zero. Every epoch draws its random numbers from the
seed and its own number, so a training that was killed goes on as if it had not been.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from asmeant.errors import DataError, ModelError
from asmeant.models.adapter.batches import Batch, Example, Writer, epoch_batches
from asmeant.models.adapter.network import Llama
from asmeant.models.adapter.settings import AdapterSettings


@dataclass(frozen=True, slots=True)
class Epoch:
    """One line of the training log. There is a loss for each run."""

    number: int
    losses: tuple[float, ...]
    seconds: float


@dataclass(slots=True)
class Progress:
    """All that a checkpoint holds."""

    values: Tensor
    optimizer: dict[str, Any] = field(default_factory=dict)
    epoch: int = 0
    step: int = 0
    seconds: float = 0.0


class Trainer:
    def __init__(
        self, model: Llama, examples: Sequence[Example], writer: Writer, settings: AdapterSettings
    ) -> None:
        if not examples:
            raise DataError("Nothing can be learnt: no task of the data has a reference.")
        self.model, self.examples, self.writer, self.settings = model, examples, writer, settings
        self.device = model.adapters.values.device
        self.optimizer = torch.optim.AdamW(
            [model.adapters.values], lr=settings.rate, weight_decay=settings.decay, betas=(0.9, 0.99)
        )
        self.steps = settings.epochs * -(-len(examples) // settings.batch)
        self.progress = Progress(model.adapters.values.detach())

    def resume(self, progress: Progress) -> None:
        self.progress = progress
        with torch.no_grad():
            self.model.adapters.values.copy_(progress.values)
        self.optimizer.load_state_dict(progress.optimizer)

    def run(self, seconds: float = math.inf) -> Iterator[Epoch]:
        """Yields the epochs as they finish. None is started after `seconds`."""
        state = self.progress
        while state.epoch < self.settings.epochs and state.seconds < seconds:
            started = time.monotonic()
            losses = self._epoch(state.epoch + 1)
            state.epoch += 1
            state.seconds += time.monotonic() - started
            state.values = self.model.adapters.values.detach()
            state.optimizer = self.optimizer.state_dict()
            yield Epoch(state.epoch, losses, round(state.seconds, 1))

    def _epoch(self, number: int) -> tuple[float, ...]:
        torch.manual_seed(self.settings.seed * 100_003 + number)
        self.model.train()
        total = torch.zeros(self.settings.runs, device=self.device)
        count = 0
        for batch in epoch_batches(self.examples, self.writer, self.settings, number):
            with clear_errors(self.settings, number):
                total += self._step(batch)
            count += 1
        losses = (total / count).tolist()
        broken = [loss for loss in losses if not math.isfinite(loss)]
        if broken:
            raise ModelError(
                f"The loss became {broken[0]} in epoch {number}, at learning rate {self.settings.rate:g}. "
                f"Train again with a lower one: --rate {self.settings.rate / 4:g}"
            )
        return tuple(losses)

    def _step(self, batch: Batch) -> Tensor:
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.rate * rate_at(self.progress.step / self.steps, self.settings.warmup)
        losses = batch_losses(self.model, batch, self.device)
        self.optimizer.zero_grad(set_to_none=True)
        losses.sum().backward()  # runs share no weight: each has the gradient of its own loss
        gradient = self.model.adapters.values.grad
        assert gradient is not None
        norms = gradient.norm(dim=1, keepdim=True)
        gradient.mul_((self.settings.clip / (norms + 1e-6)).clamp(max=1.0))
        self.optimizer.step()
        self.progress.step += 1
        return losses.detach()


def batch_losses(model: Llama, batch: Batch, device: torch.device) -> Tensor:
    """The mean loss of a token of the answers, for each run. Only their tokens are predicted."""
    targets = batch.targets.to(device, non_blocking=True)
    states = model(batch.tokens.to(device, non_blocking=True))
    losses = []
    for run in range(targets.shape[0]):
        # Found on the CPU, so that nothing waits for the GPU.
        places = (batch.targets[run].flatten() >= 0).nonzero().squeeze(1).to(device, non_blocking=True)
        logits = model.logits(states[run].flatten(0, 1)[places])
        losses.append(functional.cross_entropy(logits.float(), targets[run].flatten()[places]))
    return torch.stack(losses)


def rate_at(done: float, warmup: float) -> float:
    """The factor of the learning rate after this share of all steps."""
    if done < warmup:
        return (done + 1e-3) / (warmup + 1e-3)
    return 0.5 * (1 + math.cos(math.pi * (done - warmup) / (1 - warmup)))


@contextmanager
def clear_errors(settings: AdapterSettings, epoch: int) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        words = str(error).lower()
        if not (
            isinstance(error, torch.OutOfMemoryError) or "out of memory" in words or "can't allocate" in words
        ):
            raise
        raise ModelError(
            f"Out of memory in epoch {epoch}, with batches of {settings.batch} for {settings.runs} runs. "
            f"Train again with smaller ones: --batch {max(1, settings.batch // 2)}"
        ) from error
