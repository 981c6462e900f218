"""Attention: weights for the positions of the source, given a state of the decoder.

Luong, Pham, Manning: Effective Approaches to Attention-based Neural Machine Translation, section 3.1, with
the score `query · W · memory`.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn


@dataclass(frozen=True, slots=True)
class Attended:
    context: Tensor  # batch × steps × memory size
    weights: Tensor  # batch × steps × source length


class Attention(nn.Module):
    def __init__(self, query_size: int, memory_size: int) -> None:
        super().__init__()
        self.project = nn.Linear(memory_size, query_size, bias=False)

    def keys(self, memory: Tensor) -> Tensor:
        """The part that does not depend on the query, computed once for each source."""
        return self.project(memory)  # batch × source length × query size

    def forward(self, query: Tensor, keys: Tensor, memory: Tensor, mask: Tensor) -> Attended:
        """`mask` (batch × source length) is true at positions of the source that are not padding."""
        weights = masked_scores(query, keys, mask).softmax(-1)  # batch × steps × source length
        return Attended(weights @ memory, weights)


def masked_scores(query: Tensor, keys: Tensor, mask: Tensor) -> Tensor:
    """The product of each query with each key, and -inf at padding."""
    scores = query @ keys.transpose(1, 2)  # batch × steps × source length
    return scores.masked_fill(~mask.unsqueeze(1), -torch.inf)


def by_source(rows: Tensor, mask: Tensor) -> Tensor:
    """batch × steps × size -> sources × (rows of each and steps) × size: `mask` has one row per source."""
    return rows.reshape(len(mask), -1, rows.shape[-1])


def by_row(values: Tensor, rows: Tensor) -> Tensor:
    """The inverse of `by_source`, for a batch with as many rows and steps as `rows`."""
    return values.reshape(rows.shape[0], rows.shape[1], values.shape[-1])
