from __future__ import annotations

import math

import torch

from asmeant.models.baselines.attention import Attention


def test_attention_is_what_a_loop_gives() -> None:
    torch.manual_seed(1)
    batch, steps, length, query_size, memory_size = 2, 3, 4, 5, 6
    attention = Attention(query_size, memory_size)
    query, memory = torch.randn(batch, steps, query_size), torch.randn(batch, length, memory_size)
    mask = torch.tensor([[True, True, True, False], [True, True, False, False]])
    with torch.no_grad():
        found = attention(query, attention.keys(memory), memory, mask)
    weight = attention.project.weight.detach()  # query size × memory size
    for row in range(batch):
        for step in range(steps):
            places = [place for place in range(length) if mask[row, place]]
            scores = [float(query[row, step] @ (weight @ memory[row, place])) for place in places]
            total = sum(map(math.exp, scores))
            shares = [math.exp(score) / total for score in scores]
            context = sum(share * memory[row, place] for share, place in zip(shares, places, strict=True))
            assert torch.allclose(found.context[row, step], context, atol=1e-5)
            assert torch.allclose(found.weights[row, step, : len(places)], torch.tensor(shares), atol=1e-5)
            assert float(found.weights[row, step, len(places) :].sum()) == 0
