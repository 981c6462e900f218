"""Source tokens -> states: a bidirectional recurrent network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from asmeant.models.baselines.vocabulary import PAD

Cell = Literal["gru", "lstm"]


@dataclass(frozen=True, slots=True)
class Encoded:
    memory: Tensor  # batch × source length × 2·size
    last: Tensor  # batch × 2·size: the last state of each direction
    mask: Tensor  # batch × source length: true where there is a token


class Encoder(nn.Module):
    def __init__(self, tokens: int, embedding: int, size: int, dropout: float, cell: Cell = "gru") -> None:
        super().__init__()
        self.embed = nn.Embedding(tokens, embedding, padding_idx=PAD)
        network = nn.GRU if cell == "gru" else nn.LSTM
        self.network = network(embedding, size, batch_first=True, bidirectional=True)
        self.dropout = VariationalDropout(dropout)

    def forward(self, source: Tensor) -> Encoded:
        """`source`: batch × source length, padded with 0."""
        mask = source != PAD
        embedded = self.dropout(self.embed(source))  # batch × source length × embedding
        lengths = mask.sum(1).clamp(min=1).cpu()
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        states, last = self.network(packed)
        memory, _ = pad_packed_sequence(states, batch_first=True, total_length=source.shape[1])
        hidden = last[0] if isinstance(last, tuple) else last  # 2 × batch × size
        return Encoded(self.dropout(memory), torch.cat([hidden[0], hidden[1]], -1), mask)


class VariationalDropout(nn.Module):
    """Drops the same units at every step of a sequence (Gal, Ghahramani 2016)."""

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, states: Tensor) -> Tensor:
        """`states`: batch × steps × size."""
        if not self.training or not self.rate:
            return states
        mask = states.new_full((states.shape[0], 1, states.shape[2]), 1 - self.rate).bernoulli()
        return states * mask / (1 - self.rate)
