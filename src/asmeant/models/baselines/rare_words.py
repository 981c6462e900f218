"""Rare words: a word that is not in the vocabulary is replaced by the most attended word of the source.

Luong, Sutskever, Le, Vinyals, Zaremba: Addressing the Rare Word Problem in Neural Machine Translation (2015),
with attention instead of their alignment (Jean et al. 2015, section 3.3).
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from asmeant.models.baselines.search import State
from asmeant.models.baselines.vocabulary import START


@torch.no_grad()
def most_attended(network: nn.Module, state: State, symbols: Sequence[int]) -> list[int]:
    """For each symbol of a sequence, the most attended position of the source when it was written."""
    inputs = torch.tensor([[START, *symbols]], device=state["first"].device)  # 1 × steps
    _, state = network(state, inputs)
    places = state["attention"][0].argmax(-1)  # steps
    return [int(place) for place in places[:-1]]
