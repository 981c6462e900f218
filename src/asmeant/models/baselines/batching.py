"""Examples -> batches of similar length, to minimise padding. Their order is random, by a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

import torch

from asmeant.models.baselines.vocabulary import PAD

Item = TypeVar("Item")


def batches(
    items: Sequence[Item], size: int, length: Callable[[Item], int], random: Random
) -> Iterator[list[Item]]:
    """All items once. Within a window of 50 batches they are sorted by length, with ties in random order."""
    order = list(items)
    random.shuffle(order)
    window = 50 * size
    all_batches: list[list[Item]] = []
    for start in range(0, len(order), window):
        window_items = sorted(order[start : start + window], key=length)
        all_batches += [window_items[first : first + size] for first in range(0, len(window_items), size)]
    random.shuffle(all_batches)
    yield from all_batches


def in_order(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def padded(rows: Sequence[Sequence[int]], device: torch.device, fill: int = PAD) -> torch.Tensor:
    width = max(map(len, rows), default=0)
    return torch.tensor(
        [[*row, *[fill] * (width - len(row))] for row in rows], dtype=torch.long, device=device
    )  # rows × longest
