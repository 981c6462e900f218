from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import pytest
import torch
from torch import Tensor

from asmeant.models.baselines.search import State, Stepped, among, beam_search

SYMBOLS, END, LONGEST = 4, 3, 4


def model(seed: int, searches: int) -> Tensor:
    """Log-probabilities of the next symbol after each last one, for each search: searches × last × next."""
    torch.manual_seed(seed)
    return torch.randn(searches, SYMBOLS, SYMBOLS).log_softmax(-1)


def step_of(table: Tensor) -> object:
    def step(state: State, last: Tensor) -> Stepped:
        return Stepped(table[state["search"], last.clamp(min=0)], state)

    return step


def exhaustive(table: Tensor, longest: int = LONGEST) -> list[tuple[float, tuple[int, ...]]]:
    """All finished sequences of one search, best first."""
    found = []
    for length in range(longest):
        for symbols in product(range(SYMBOLS - 1), repeat=length):
            path = [0, *symbols, END]
            score = sum(float(table[one, other]) for one, other in pairwise(path))
            found.append((score, symbols))
    return sorted(found, reverse=True)


@pytest.mark.parametrize("seed", range(5))
def test_a_wide_beam_finds_what_exhaustive_search_finds(seed: int) -> None:
    searches = 3
    table = model(seed, searches)
    beam = 200
    found = beam_search(
        step_of(table),
        {"search": torch.arange(searches)},
        count=searches, start=0, end=END, beam=beam, longest=LONGEST, device=torch.device("cpu"),
    )  # fmt: skip
    for search in range(searches):
        expected = exhaustive(table[search])
        assert {one.symbols for one in found[search]} == {symbols for _, symbols in expected}
        for one, (score, _) in zip(found[search], expected, strict=True):
            assert one.log_probability == pytest.approx(score, abs=1e-4)


@pytest.mark.parametrize("beam", [1, 3, 200])
def test_what_a_search_knows_is_kept_once_for_each(beam: int) -> None:
    """The rows of a search follow each other, whatever other searches have ended."""
    table = model(11, 4)

    def step(state: State, last: Tensor) -> Stepped:
        tables = state["source"]["table"]  # searches × last × next
        assert len(last) % len(tables) == 0
        each = tables.repeat_interleave(len(last) // len(tables), 0)
        return Stepped(each[torch.arange(len(last)), last], state)

    shared: dict[str, Any] = {"count": 4, "start": 0, "end": END, "beam": beam, "longest": LONGEST}
    kept = beam_search(step, {"source": {"table": table}}, device=torch.device("cpu"), **shared)
    copied = beam_search(step_of(table), {"search": torch.arange(4)}, device=torch.device("cpu"), **shared)
    assert [[one.symbols for one in row] for row in kept] == [[one.symbols for one in row] for row in copied]


@pytest.mark.parametrize("beam", [1, 2, 5])
def test_a_narrow_beam_gives_its_best_first_and_no_more(beam: int) -> None:
    table = model(7, 2)
    found = beam_search(
        step_of(table),
        {"search": torch.arange(2)},
        count=2, start=0, end=END, beam=beam, longest=12, device=torch.device("cpu"),
    )  # fmt: skip
    for search in range(2):
        scores = [one.log_probability for one in found[search]]
        assert len(scores) <= beam
        assert scores == sorted(scores, reverse=True)


@dataclass(frozen=True)
class Balance:
    """Brackets that are open: 0 opens, 1 closes, 2 is a letter. Done when all are closed."""

    depth: int = 0
    steps: int = 0

    def after(self, symbol: int) -> Balance:
        return Balance(self.depth + {0: 1, 1: -1}.get(symbol, 0), self.steps + 1)


def test_only_legal_symbols_are_written() -> None:
    table = model(3, 4)

    def legal(state: State) -> Tensor:
        rows = [[one.depth < 2, one.depth > 0, one.depth > 0, False] for one in state["balance"]]
        return torch.tensor(rows)

    found = beam_search(
        step_of(table),
        {"search": torch.arange(4), "balance": [Balance()] * 4},
        count=4, start=0, end=-1, beam=6, longest=8, device=torch.device("cpu"), legal=legal,
        is_done=lambda state: torch.tensor([one.steps > 0 and one.depth == 0 for one in state["balance"]]),
    )  # fmt: skip
    for search in found:
        assert search
        for one in search:
            depths = [
                sum({0: 1, 1: -1}.get(s, 0) for s in one.symbols[: n + 1]) for n in range(len(one.symbols))
            ]
            assert depths[-1] == 0
            assert all(0 < depth <= 2 for depth in depths[:-1])
            assert one.state["balance"].depth == 0


def test_legal_symbols_share_the_probability_of_the_others() -> None:
    probabilities = torch.tensor([[0.1, 0.3, 0.6], [0.2, 0.3, 0.5]])
    legal = torch.tensor([[True, True, False], [False, False, False]])
    found = among(probabilities.log(), legal).exp()
    assert torch.allclose(found, torch.tensor([[0.25, 0.75, 0.0], [0.0, 0.0, 0.0]]))
