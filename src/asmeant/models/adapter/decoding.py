"""Prompts -> answers, by beam search for many at once, ranked by the mean log-probability of a token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from asmeant.models.adapter.network import Cache, Llama

IMPOSSIBLE = -1e30


@dataclass(frozen=True, slots=True)
class Decoded:
    """The tokens of an answer, without the end, and their log-probability with it."""

    tokens: tuple[int, ...]
    log_probability: float

    @property
    def rank_key(self) -> float:
        return self.log_probability / (len(self.tokens) + 1)


@torch.inference_mode()
def decode(
    model: Llama, prompts: Sequence[Sequence[int]], beam: int, longest: int, end: int, at_a_time: int = 256
) -> Iterator[list[Decoded]]:
    """The best answers of each prompt, at most `beam`, best first. The model has one adapter."""
    model.eval()
    order = sorted(range(len(prompts)), key=lambda place: len(prompts[place]))
    answers: dict[int, list[Decoded]] = {}
    for start in range(0, len(order), at_a_time):
        some = order[start : start + at_a_time]
        rows = _Beams(model, [prompts[place] for place in some], beam, longest, end).search()
        answers.update(zip(some, rows, strict=True))
    yield from (answers[place] for place in range(len(prompts)))


class _Beams:
    """N texts with `beam` beams each. Prompts are padded at their beginning, so that all end together."""

    def __init__(
        self, model: Llama, prompts: Sequence[Sequence[int]], beam: int, longest: int, end: int
    ) -> None:
        self.model, self.beam, self.longest, self.end = model, beam, longest, end
        self.device = model.adapters.values.device
        self.count, self.width = len(prompts), max(map(len, prompts))
        padding = [self.width - len(prompt) for prompt in prompts]
        rows = [[0] * pad + list(prompt) for pad, prompt in zip(padding, prompts, strict=True)]
        self.tokens = torch.tensor(rows, device=self.device)  # N × T
        self.padding = torch.tensor(padding, device=self.device)
        self.finished: list[list[Decoded]] = [[] for _ in prompts]

    def search(self) -> list[list[Decoded]]:
        scores, cache, padding = self._read_prompts()
        texts = torch.zeros(self.count * self.beam, 0, dtype=torch.long, device=self.device)
        beams = torch.full((self.count, self.beam), IMPOSSIBLE, device=self.device)
        beams[:, 0] = 0.0
        for step in range(self.longest):
            beams, texts, order, newest = self._extend(beams, texts, scores)
            if self._is_done(beams):
                break
            cache.reorder(order, self.width)
            scores = self._next(newest, cache, padding, step)
        self._close(beams, texts)
        return [sorted(answers, key=lambda one: -one.rank_key)[: self.beam] for answers in self.finished]

    def _read_prompts(self) -> tuple[Tensor, Cache, Tensor]:
        """Log-probabilities of the first tokens, for each beam; a cache with room for the answers."""
        like = self.model.weights["token_embd"]
        narrow = Cache(self.model.shape, self.count, self.width, like)
        places = torch.arange(self.width, device=self.device)
        positions = (places[None] - self.padding[:, None]).clamp(min=0)
        is_real = places[None] >= self.padding[:, None]  # N × T
        causal = places[None, :] <= places[:, None]
        # Padding sees itself, since a row of a softmax may not be empty.
        mask = (causal[None] & is_real[:, None, :]) | torch.eye(
            self.width, dtype=torch.bool, device=self.device
        )
        states = self.model(self.tokens[None], positions[None], mask[:, None], narrow)
        cache = Cache(self.model.shape, self.count * self.beam, self.width + self.longest, like)
        for wide, prompt in ((cache.keys, narrow.keys), (cache.values, narrow.values)):
            wide[:, :, :, : self.width] = prompt.repeat_interleave(self.beam, dim=1)
        cache.length = self.width
        last = self._scores(states[0, :, -1])
        return last.repeat_interleave(self.beam, dim=0), cache, self.padding.repeat_interleave(self.beam)

    def _scores(self, states: Tensor) -> Tensor:
        return self.model.logits(states).float().log_softmax(-1)

    def _next(self, newest: Tensor, cache: Cache, padding: Tensor, step: int) -> Tensor:
        places = torch.arange(cache.length + 1, device=self.device)
        mask = (places[None] >= padding[:, None])[:, None, None, :]
        positions = (self.width + step - padding)[None, :, None]
        states = self.model(newest[None, :, None], positions, mask, cache)
        return self._scores(states[0, :, -1])

    def _extend(self, beams: Tensor, texts: Tensor, scores: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """One more token for each beam. Those that ended are set aside."""
        size = scores.shape[-1]
        totals = (beams.view(-1, 1) + scores).view(self.count, -1)
        # Among twice as many there are enough that do not end.
        best, choice = totals.topk(2 * self.beam, dim=1)
        parent = choice // size + torch.arange(self.count, device=self.device)[:, None] * self.beam
        token = choice % size
        ends = token == self.end
        self._set_aside(best, parent, ends, texts)
        best = best.masked_fill(ends, IMPOSSIBLE)
        kept, places = best.topk(self.beam, dim=1)
        parent, token = parent.gather(1, places).flatten(), token.gather(1, places).flatten()
        texts = torch.cat([texts[parent], token[:, None]], dim=1)
        return kept, texts, parent, token

    def _set_aside(self, best: Tensor, parent: Tensor, ends: Tensor, texts: Tensor) -> None:
        """An answer that ended counts where it is among the best of its text, until there are enough."""
        ends = ends.clone()
        ends[:, self.beam :] = False
        ended = (ends & (best > IMPOSSIBLE / 2)).nonzero().tolist()
        if not ended:
            return
        rows, totals, parents = texts.tolist(), best.tolist(), parent.tolist()
        for text, place in ended:
            if len(self.finished[text]) < self.beam:
                self.finished[text].append(Decoded(tuple(rows[parents[text][place]]), totals[text][place]))

    def _is_done(self, beams: Tensor) -> bool:
        return all(len(answers) >= self.beam for answers in self.finished)

    def _close(self, beams: Tensor, texts: Tensor) -> None:
        """A text without enough answers takes those that did not end."""
        rows, totals = texts.tolist(), beams.tolist()
        for text, answers in enumerate(self.finished):
            for place in range(self.beam):
                if len(answers) >= self.beam:
                    break
                if totals[text][place] > IMPOSSIBLE / 2:
                    answers.append(Decoded(tuple(rows[text * self.beam + place]), totals[text][place]))
