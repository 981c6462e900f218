"""A step -> the best sequences: one batched beam search for all systems.

A system provides a step, from the states of hypotheses to the log-probability of each next symbol, and
optionally a mask of legal symbols. All searches have the same number of hypotheses, in consecutive rows, so
that data about a source is stored once per search rather than once per hypothesis.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from torch import Tensor

# Tensors have one row for each hypothesis. Lists have one item for each, whose method `after(symbol)` gives
# the next item. A mapping holds tensors with one row for each search.
State: TypeAlias = Mapping[str, Any]
Step: TypeAlias = Callable[[State, Tensor], "Stepped"]
# The state after the last symbol -> hypotheses × symbols, true if the symbol may follow.
Legal: TypeAlias = Callable[[State], Tensor]
# The last symbol, and the sequence before it.
Prefix: TypeAlias = "tuple[Prefix, int] | None"


@dataclass(frozen=True, slots=True)
class Stepped:
    log_probabilities: Tensor  # hypotheses × symbols
    state: State


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A finished sequence, without its start and end, and its log-probability.

    `state` has its items of the states that are lists.
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

    A sequence is finished after the symbol `end`, or if `is_done` says so for its state. Finished sequences
    are ranked by their log-probability divided by their length to the `power`: without that, a wide beam
    prefers short ones. A search ends when none of its open hypotheses is as good as its `beam` best finished
    ones.
    """
    finished = [_Finished(beam, power) for _ in range(count)]
    owners = list(range(count))  # the searches that are open
    last = torch.full((count,), start, device=device)  # hypotheses
    scores = torch.zeros((count, 1), device=device)  # searches × hypotheses of each
    prefixes: list[Prefix] = [None] * count
    for length in range(1, longest + 1):
        stepped = step(state, last)
        log_probabilities = stepped.log_probabilities
        if legal is not None:
            log_probabilities = among(log_probabilities, legal(state))
        best = _continued(scores, log_probabilities, beam)
        rows, symbols = best.rows.flatten().tolist(), best.symbols.flatten().tolist()
        prefixes = [(prefixes[row], symbol) for row, symbol in zip(rows, symbols, strict=True)]
        values = best.scores.flatten().tolist()
        followers = _followers(stepped.state, rows, symbols, values)
        done = best.symbols == end if is_done is None else is_done(followers).view_as(best.symbols)
        alive = best.scores > -torch.inf
        for number in (done & alive).flatten().nonzero().flatten().tolist():
            search = number // best.scores.shape[1]
            symbols_written = tuple(_unwound(prefixes[number]))
            ending = {name: items[number] for name, items in followers.items()}
            symbols_of = symbols_written[:-1] if is_done is None else symbols_written
            finished[owners[search]].add(Hypothesis(symbols_of, values[number], ending))
        bars = torch.tensor([finished[owner].bar for owner in owners], device=device).unsqueeze(1)
        is_open = alive & ~done & (best.scores / length**power > bars)  # searches × hypotheses of each
        survivors = _kept(is_open)
        if not len(survivors.searches):
            break
        slot_numbers = survivors.slots.flatten().tolist()
        state = {
            **_selected(stepped.state, best.rows.flatten()[survivors.slots.flatten()], survivors.searches),
            **{name: [items[number] for number in slot_numbers] for name, items in followers.items()},
        }
        last = best.symbols.flatten()[survivors.slots.flatten()]
        scores = best.scores.flatten()[survivors.slots].masked_fill(~survivors.is_open, -torch.inf)
        owners = [owners[search] for search in survivors.searches.tolist()]
        prefixes = [prefixes[number] for number in slot_numbers]
    return [search_results.ranked() for search_results in finished]


def among(log_probabilities: Tensor, legal: Tensor) -> Tensor:
    """Log-probabilities renormalised over the legal symbols. If there is none, all are -inf."""
    shared = log_probabilities.masked_fill(~legal, -torch.inf).log_softmax(-1)
    return shared.where(legal, -torch.inf)


@dataclass(frozen=True, slots=True)
class _Continued:
    """Continuations: searches × hypotheses of each, best first."""

    rows: Tensor  # the hypothesis that is continued
    symbols: Tensor
    scores: Tensor


def _continued(scores: Tensor, log_probabilities: Tensor, beam: int) -> _Continued:
    """The `beam` best continuations of each search. If there are fewer, the best is repeated, at -inf."""
    searches, width = scores.shape
    totals = scores.view(-1, 1) + log_probabilities  # hypotheses × symbols
    # At most `beam` continuations of one hypothesis can be among the best.
    best_scores, best_symbols = totals.topk(min(beam, totals.shape[1]), -1)
    per_hypothesis = best_scores.shape[1]
    best_totals, index = best_scores.view(searches, -1).topk(
        min(beam, width * per_hypothesis), -1
    )  # searches × new width
    index = index.where(best_totals > -torch.inf, index[:, :1])
    first_rows = torch.arange(searches, device=scores.device).unsqueeze(1) * width
    symbols = best_symbols.view(searches, -1).gather(1, index)
    return _Continued(first_rows + index // per_hypothesis, symbols, best_totals)


@dataclass(frozen=True, slots=True)
class _Kept:
    searches: Tensor  # the searches that continue
    slots: Tensor  # searches × new width: the continuations that are kept, as numbers among all
    is_open: Tensor  # searches × new width: false if a slot only fills the row


def _kept(is_open: Tensor) -> _Kept:
    """The searches with an open hypothesis, with as many slots as the largest of them needs."""
    searches = is_open.any(1).nonzero().flatten()
    counts = is_open[searches].sum(1, keepdim=True)
    width = int(counts.max()) if len(searches) else 0
    # Open ones first, in order. A superfluous slot repeats the first, without a score.
    order = (~is_open[searches]).to(torch.uint8).argsort(dim=1, stable=True)[:, :width]
    filled = torch.arange(width, device=is_open.device).unsqueeze(0) < counts
    slots = order.where(filled, order[:, :1]) + searches.unsqueeze(1) * is_open.shape[1]
    return _Kept(searches, slots, filled)


def _selected(state: State, rows: Tensor, searches: Tensor) -> dict[str, Any]:
    """The tensors for these hypotheses and these searches, in that order."""
    selected: dict[str, Any] = {}
    for name, value in state.items():
        if isinstance(value, Tensor):
            selected[name] = value.index_select(0, rows)
        elif isinstance(value, Mapping):
            is_all = all(len(tensor) == len(searches) for tensor in value.values())
            selected[name] = (
                value if is_all else {key: tensor.index_select(0, searches) for key, tensor in value.items()}
            )
    return selected


def _followers(
    state: State, rows: Sequence[int], symbols: Sequence[int], scores: Sequence[float]
) -> dict[str, list[Any]]:
    """The lists, advanced by the symbols. A symbol without a score is not legal."""
    return {
        name: [
            items[row].after(symbol) if score > -math.inf else items[row]
            for row, symbol, score in zip(rows, symbols, scores, strict=True)
        ]
        for name, items in state.items()
        if isinstance(items, list)
    }


def _unwound(prefix: Prefix) -> Iterator[int]:
    symbols = []
    while prefix is not None:
        prefix, symbol = prefix
        symbols.append(symbol)
    return reversed(symbols)


class _Finished:
    """The finished hypotheses of one search."""

    def __init__(self, beam: int, power: float) -> None:
        self.beam, self.power = beam, power
        self.hypotheses: list[Hypothesis] = []
        self.values: list[float] = []  # their negative values, in order

    def add(self, hypothesis: Hypothesis) -> None:
        self.hypotheses.append(hypothesis)
        insort(self.values, -self._value(hypothesis))

    @property
    def bar(self) -> float:
        """The value that a hypothesis needs to be among the best."""
        return -torch.inf if len(self.values) < self.beam else -self.values[self.beam - 1]

    def ranked(self) -> list[Hypothesis]:
        return sorted(self.hypotheses, key=self._value, reverse=True)[: self.beam]

    def _value(self, hypothesis: Hypothesis) -> float:
        # One symbol more than it has: the end counts, too.
        return hypothesis.log_probability / (len(hypothesis.symbols) + 1) ** self.power
