"""Prompts -> answers, in batches: the best ones by beam search, or random samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from asmeant.models.adapter.network import Cache, Llama

IMPOSSIBLE = -1e30

Prompts = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Decoded:
    """The tokens of an answer without the end token, and their log-probability with it."""

    tokens: tuple[int, ...]
    log_probability: float

    @property
    def rank_key(self) -> float:
        return self.log_probability / (len(self.tokens) + 1)


def decode(
    model: Llama, prompts: Prompts, beam: int, longest: int, end: int, at_a_time: int = 256
) -> Iterator[list[Decoded]]:
    """The best answers of each prompt by mean log-probability per token, at most `beam`, best first."""
    return _in_batches(
        model, prompts, at_a_time, lambda some: _Beams(model, some, beam, longest, end).search()
    )


def draw(
    model: Llama,
    prompts: Prompts,
    count: int,
    temperature: float,
    longest: int,
    end: int,
    at_a_time: int = 64,
) -> Iterator[list[Decoded]]:
    """`count` answers of each prompt, sampled at this temperature."""
    return _in_batches(
        model, prompts, at_a_time, lambda some: _Draws(model, some, count, longest, end).draw(temperature)
    )


@torch.inference_mode()
def _in_batches(
    model: Llama, prompts: Prompts, at_a_time: int, answer: Callable[[Prompts], list[list[Decoded]]]
) -> Iterator[list[Decoded]]:
    """The answers to all prompts, in order. Prompts of similar length are in the same batch."""
    model.eval()
    order = sorted(range(len(prompts)), key=lambda place: len(prompts[place]))
    answers: dict[int, list[Decoded]] = {}
    for start in range(0, len(order), at_a_time):
        some = order[start : start + at_a_time]
        answers.update(zip(some, answer([prompts[place] for place in some]), strict=True))
    yield from (answers[place] for place in range(len(prompts)))


class _Texts:
    """N prompts with `width` answers each, by a model with one adapter.

    Prompts are padded at the start, so that all end at the same position.
    """

    def __init__(self, model: Llama, prompts: Prompts, width: int, longest: int, end: int) -> None:
        self.model, self.width, self.longest, self.end = model, width, longest, end
        self.device = model.adapters.values.device
        self.count, self.length = len(prompts), max(map(len, prompts))
        padding = [self.length - len(prompt) for prompt in prompts]
        rows = [[0] * pad + list(prompt) for pad, prompt in zip(padding, prompts, strict=True)]
        self.tokens = torch.tensor(rows, device=self.device)  # N × T
        self.padding = torch.tensor(padding, device=self.device)

    def _read_prompts(self) -> tuple[Tensor, Cache, Tensor]:
        """Log-probabilities of the first token of each answer, and a cache with room for the answers."""
        like = self.model.weights["token_embd"]
        narrow = Cache(self.model.shape, self.count, self.length, like)
        places = torch.arange(self.length, device=self.device)
        positions = (places[None] - self.padding[:, None]).clamp(min=0)
        is_real = places[None] >= self.padding[:, None]  # N × T
        causal = places[None, :] <= places[:, None]
        # Padding attends to itself, because a row of a softmax must not be empty.
        mask = (causal[None] & is_real[:, None, :]) | torch.eye(
            self.length, dtype=torch.bool, device=self.device
        )
        states = self.model(self.tokens[None], positions[None], mask[:, None], narrow)
        cache = Cache(self.model.shape, self.count * self.width, self.length + self.longest, like)
        for wide, prompt in ((cache.keys, narrow.keys), (cache.values, narrow.values)):
            wide[:, :, :, : self.length] = prompt.repeat_interleave(self.width, dim=1)
        cache.length = self.length
        last = self._scores(states[0, :, -1])
        return last.repeat_interleave(self.width, dim=0), cache, self.padding.repeat_interleave(self.width)

    def _scores(self, states: Tensor) -> Tensor:
        return self.model.logits(states).float().log_softmax(-1)

    def _next(self, newest: Tensor, cache: Cache, padding: Tensor, step: int) -> Tensor:
        places = torch.arange(cache.length + 1, device=self.device)
        mask = (places[None] >= padding[:, None])[:, None, None, :]
        positions = (self.length + step - padding)[None, :, None]
        states = self.model(newest[None, :, None], positions, mask, cache)
        return self._scores(states[0, :, -1])


class _Draws(_Texts):
    def draw(self, temperature: float) -> list[list[Decoded]]:
        scores, cache, padding = self._read_prompts()
        total = torch.zeros(self.count * self.width, device=self.device)
        goes_on = torch.ones_like(total, dtype=torch.bool)
        columns = []
        for step in range(self.longest):
            tokens = torch.multinomial((scores / temperature).softmax(-1), 1)  # (N width) × 1
            total += scores.gather(1, tokens).squeeze(1) * goes_on
            tokens = tokens.squeeze(1).masked_fill(~goes_on, self.end)
            columns.append(tokens)
            goes_on = goes_on & (tokens != self.end)
            if not goes_on.any():
                break
            scores = self._next(tokens, cache, padding, step)
        rows = torch.stack(columns, dim=1).tolist()
        answers = [
            Decoded(tuple(self._until_end(row)), log_probability)
            for row, log_probability in zip(rows, total.tolist(), strict=True)
        ]
        return [answers[at : at + self.width] for at in range(0, len(answers), self.width)]

    def _until_end(self, row: list[int]) -> list[int]:
        return row[: row.index(self.end)] if self.end in row else row


class _Beams(_Texts):
    def __init__(self, model: Llama, prompts: Prompts, beam: int, longest: int, end: int) -> None:
        super().__init__(model, prompts, beam, longest, end)
        self.finished: list[list[Decoded]] = [[] for _ in prompts]

    def search(self) -> list[list[Decoded]]:
        scores, cache, padding = self._read_prompts()
        texts = torch.zeros(self.count * self.width, 0, dtype=torch.long, device=self.device)
        beams = torch.full((self.count, self.width), IMPOSSIBLE, device=self.device)
        beams[:, 0] = 0.0
        for step in range(self.longest):
            beams, texts, order, newest = self._extend(beams, texts, scores)
            if self._is_done():
                break
            cache.reorder(order, self.length)
            scores = self._next(newest, cache, padding, step)
        self._close(beams, texts)
        return [sorted(answers, key=lambda one: -one.rank_key)[: self.width] for answers in self.finished]

    def _extend(self, beams: Tensor, texts: Tensor, scores: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Adds one token to each beam. Finished beams are set aside."""
        size = scores.shape[-1]
        totals = (beams.view(-1, 1) + scores).view(self.count, -1)
        # Among twice as many candidates, enough are unfinished.
        best, choice = totals.topk(2 * self.width, dim=1)
        parent = choice // size + torch.arange(self.count, device=self.device)[:, None] * self.width
        token = choice % size
        ends = token == self.end
        self._set_aside(best, parent, ends, texts)
        best = best.masked_fill(ends, IMPOSSIBLE)
        beams, places = best.topk(self.width, dim=1)
        parent, token = parent.gather(1, places).flatten(), token.gather(1, places).flatten()
        texts = torch.cat([texts[parent], token[:, None]], dim=1)
        return beams, texts, parent, token

    def _set_aside(self, best: Tensor, parent: Tensor, ends: Tensor, texts: Tensor) -> None:
        """A finished answer counts if it is among the best of its text, until there are enough."""
        ends = ends.clone()
        ends[:, self.width :] = False
        ended = (ends & (best > IMPOSSIBLE / 2)).nonzero().tolist()
        if not ended:
            return
        rows, totals, parents = texts.tolist(), best.tolist(), parent.tolist()
        for text, place in ended:
            if len(self.finished[text]) < self.width:
                self.finished[text].append(Decoded(tuple(rows[parents[text][place]]), totals[text][place]))

    def _is_done(self) -> bool:
        return all(len(answers) >= self.width for answers in self.finished)

    def _close(self, beams: Tensor, texts: Tensor) -> None:
        """A text without enough finished answers takes unfinished ones."""
        rows, totals = texts.tolist(), beams.tolist()
        for text, answers in enumerate(self.finished):
            for place in range(self.width):
                if len(answers) >= self.width:
                    break
                if totals[text][place] > IMPOSSIBLE / 2:
                    answers.append(Decoded(tuple(rows[text * self.width + place]), totals[text][place]))
