from __future__ import annotations

from random import Random

import torch

from asmeant.models.baselines.batching import batches, padded


def test_every_item_comes_once_and_neighbours_are_about_as_long() -> None:
    items = [("x" * (number % 37), number) for number in range(1000)]
    made = list(batches(items, 32, lambda item: len(item[0]), Random(1)))
    assert sorted(number for batch in made for _, number in batch) == list(range(1000))
    spreads = [max(len(text) for text, _ in batch) - min(len(text) for text, _ in batch) for batch in made]
    assert max(spreads) <= 3


def test_the_same_seed_gives_the_same_batches() -> None:
    one, other = (list(batches(range(100), 8, lambda item: item % 5, Random(3))) for _ in range(2))
    assert one == other
    assert one != list(batches(range(100), 8, lambda item: item % 5, Random(4)))


def test_padding() -> None:
    assert padded([[1], [2, 3]], torch.device("cpu")).tolist() == [[1, 0], [2, 3]]
