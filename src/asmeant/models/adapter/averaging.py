"""Several adapters -> one of the same rank: the mean of their updates, truncated by singular values."""

from __future__ import annotations

import torch
from torch import Tensor

from asmeant.models.adapter.network import Adapters


@torch.no_grad()
def average(adapters: Adapters) -> Adapters:
    """One adapter: the mean of all B·A, truncated to its largest singular values."""
    runs = adapters.values.shape[0]
    averaged = Adapters(adapters.sizes, 1, adapters.rank, adapters.alpha).to(adapters.values.device)
    targets = averaged.matrices(averaged.values)
    for name, (down, up) in adapters.matrices(adapters.values.detach()).items():
        # The mean of the products is one product of the concatenated matrices.
        stacked_down = down.flatten(0, 1)  # (K rank) × in
        stacked_up = up.permute(1, 0, 2).flatten(1) / runs  # out × (K rank)
        new_down, new_up = best_of_rank(stacked_down, stacked_up, adapters.rank)
        targets[name][0][0].copy_(new_down)
        targets[name][1][0].copy_(new_up)
    return averaged


def best_of_rank(down: Tensor, up: Tensor, rank: int) -> tuple[Tensor, Tensor]:
    """The best approximation of up · down by a product of that rank, with its weight split evenly."""
    basis_up, triangle_up = torch.linalg.qr(up.float())
    basis_down, triangle_down = torch.linalg.qr(down.float().T)
    left, values, right = torch.linalg.svd(triangle_up @ triangle_down.T)
    root = values[:rank].sqrt()
    new_up = basis_up @ (left[:, :rank] * root)
    new_down = (root[:, None] * right[:rank]) @ basis_down.T
    return new_down, new_up
