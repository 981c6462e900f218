"""A step -> the best sequences: one batched beam search for all systems.

A system gives a step, from the states of hypotheses to the log-probability of each next symbol, and may
give a mask of the symbols that are legal. States are tensors or lists with one row for each hypothesis; the
items of a list follow the symbols that are written by their method `after(symbol)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from torch import Tensor

# One row for each hypothesis: tensors are indexed, lists are picked from.
State: TypeAlias = Mapping[str, Any]
Step: TypeAlias = Callable[[State, Tensor], "Stepped"]
# The state after the last symbol -> hypotheses × symbols, true where a symbol may follow.
Legal: TypeAlias = Callable[[State], Tensor]


@dataclass(frozen=True, slots=True)
class Stepped:
    log_probabilities: Tensor  # hypotheses × symbols
    state: State


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A finished sequence, without its start and end, and its log-probability.

    `state` has its items of those states that are lists.
    """

    symbols: tuple[int, ...]
    log_probability: float
    state: Mapping[str, Any]


@torch.no_grad()
def beam_search(
    step: Step,
    state: State,
    *,
    count: int,
    start: int,
    end: int,
    beam: int,
    longest: int,
    device: torch.device,
    power: float = 0.0,
    legal: Legal | None = None,
    is_done: Callable[[State], Tensor] | None = None,
) -> list[list[Hypothesis]]:
    """The best finished sequences of each of `count` searches, best first, at most `beam` of each.

    A sequence is finished after the symbol `end`, or where `is_done` says so of its state. Finished
    sequences are ranked by their log-probability divided by their length to the `power`: without that, a
    wide beam prefers short ones. A search ends when none of its open hypotheses is as good as its `beam`
    best finished ones.
    """
    searches = _Searches(count, beam, power)
    last = torch.full((count,), start, device=device)  # hypotheses
    scores = torch.zeros(count, device=device)
    owners = torch.arange(count, device=device)  # the search of each hypothesis
    prefixes: list[tuple[int, ...]] = [()] * count
    for length in range(1, longest + 1):
        stepped = step(state, last)
        log_probabilities = stepped.log_probabilities
        if legal is not None:
            log_probabilities = among(log_probabilities, legal(state))
        best = _best_of_each(scores.unsqueeze(1) + log_probabilities, owners, count, beam)
        if not len(best.scores):
            break
        symbols, rows = best.symbols.tolist(), best.rows.tolist()
        prefixes = [(*prefixes[row], symbol) for row, symbol in zip(rows, symbols, strict=True)]
        followed = _followed(stepped.state, rows, symbols)
        done = best.symbols == end if is_done is None else is_done(followed)
        owners = owners[best.rows]
        for row in done.nonzero().flatten().tolist():
            symbols_of = prefixes[row][:-1] if is_done is None else prefixes[row]
            ending = {name: items[row] for name, items in followed.items()}
            searches.finish(int(owners[row]), Hypothesis(symbols_of, float(best.scores[row]), ending))
        kept = searches.open_rows(~done, owners, best.scores, length)
        if not len(kept):
            break
        picked = kept.tolist()
        state = {
            **_selected(stepped.state, best.rows[kept]),
            **{name: [items[row] for row in picked] for name, items in followed.items()},
        }
        last, scores, owners = best.symbols[kept], best.scores[kept], owners[kept]
        prefixes = [prefixes[row] for row in picked]
    return searches.ranked()


def among(log_probabilities: Tensor, legal: Tensor) -> Tensor:
    """Of legal symbols only, which share the probability of the others. Without any, all have none."""
    shared = log_probabilities.masked_fill(~legal, -torch.inf).log_softmax(-1)
    return shared.where(legal, -torch.inf)


def _selected(state: State, rows: Tensor) -> dict[str, Tensor]:
    """The tensors of those hypotheses, in that order."""
    tensors = {name: value for name, value in state.items() if isinstance(value, Tensor)}
    return {name: value.index_select(0, rows) for name, value in tensors.items()}


def _followed(state: State, rows: Sequence[int], symbols: Sequence[int]) -> dict[str, list[Any]]:
    """What is not a tensor follows the symbols by itself: each item has a method `after(symbol)`."""
    return {
        name: [items[row].after(symbol) for row, symbol in zip(rows, symbols, strict=True)]
        for name, items in state.items()
        if not isinstance(items, Tensor)
    }


@dataclass(frozen=True, slots=True)
class _Best:
    rows: Tensor  # of the hypotheses that go on
    symbols: Tensor
    scores: Tensor


def _best_of_each(totals: Tensor, owners: Tensor, count: int, beam: int) -> _Best:
    """The `beam` best continuations of each search. `totals`: hypotheses × symbols; owners are in order."""
    width = min(beam, totals.shape[1])
    scores, symbols = totals.topk(width, -1)  # hypotheses × width: no more of one can be among the best
    rows = torch.arange(len(owners), device=owners.device).unsqueeze(1).expand_as(symbols)
    first = torch.searchsorted(owners, torch.arange(count, device=owners.device))
    place = (torch.arange(len(owners), device=owners.device) - first[owners]) * width
    slots = int(place.max()) + width
    table = scores.new_full((count, slots), -torch.inf)
    columns = place.unsqueeze(1) + torch.arange(width, device=owners.device)
    table[owners.unsqueeze(1).expand_as(columns), columns] = scores
    where = torch.zeros((count, slots), dtype=torch.long, device=owners.device)
    where[owners.unsqueeze(1).expand_as(columns), columns] = (rows * totals.shape[1]) + symbols
    kept, index = table.topk(min(beam, slots), -1)  # searches × beam
    flat = where.gather(1, index).flatten()
    finite = kept.flatten() > -torch.inf
    flat = flat[finite]
    return _Best(flat // totals.shape[1], flat % totals.shape[1], kept.flatten()[finite])


class _Searches:
    """The finished hypotheses of each search."""

    def __init__(self, count: int, beam: int, power: float) -> None:
        self.beam, self.power = beam, power
        self.finished: list[list[Hypothesis]] = [[] for _ in range(count)]

    def finish(self, search: int, hypothesis: Hypothesis) -> None:
        self.finished[search].append(hypothesis)

    def open_rows(self, is_open: Tensor, owners: Tensor, scores: Tensor, length: int) -> Tensor:
        """Those that are not finished, and that may still be among the best of their search."""
        bars = [-torch.inf] * len(self.finished)
        for search, hypotheses in enumerate(self.finished):
            if len(hypotheses) >= self.beam:
                bars[search] = sorted(map(self._worth, hypotheses), reverse=True)[self.beam - 1]
        bar = torch.tensor(bars, device=scores.device, dtype=scores.dtype)
        return (is_open & (scores / length**self.power > bar[owners])).nonzero().flatten()

    def ranked(self) -> list[list[Hypothesis]]:
        return [
            sorted(hypotheses, key=self._worth, reverse=True)[: self.beam] for hypotheses in self.finished
        ]

    def _worth(self, hypothesis: Hypothesis) -> float:
        # One symbol more than it has: the end counts, too.
        return hypothesis.log_probability / (len(hypothesis.symbols) + 1) ** self.power
