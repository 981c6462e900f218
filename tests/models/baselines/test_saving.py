from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import nn

from asmeant.models.baselines.saving import distinct, load_distinct


class Tied(nn.Module):
    """Two layers with one weight, and weights that are parts of one block, as those of a GRU on a GPU are."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        torch.manual_seed(seed)
        block = torch.randn(24)
        self.one = nn.Linear(3, 4, bias=False)
        self.other = nn.Linear(3, 4, bias=False)
        self.embed = nn.Linear(3, 3, bias=False)
        self.out = nn.Linear(3, 3, bias=False)
        self.one.weight.data, self.other.weight.data = block[:12].view(4, 3), block[12:].view(4, 3)
        self.out.weight = self.embed.weight


def test_parts_of_one_block_and_tied_weights_come_back(tmp_path: Path) -> None:
    network = Tied(1)
    weights = distinct(network)
    assert sorted(weights) == ["embed.weight", "one.weight", "other.weight"]
    save_file(weights, tmp_path / "weights")
    again = Tied(2)
    load_distinct(again, load_file(tmp_path / "weights"))
    for name, weight in network.state_dict().items():
        assert torch.equal(again.state_dict()[name], weight)
    assert again.out.weight is again.embed.weight


@pytest.mark.parametrize("change", ["missing", "extra", "shape"])
def test_weights_that_do_not_fit_are_refused(change: str) -> None:
    weights = distinct(Tied(1))
    if change == "missing":
        del weights["one.weight"]
    elif change == "extra":
        weights["new"] = torch.zeros(1)
    else:
        weights["one.weight"] = torch.zeros(2, 2)
    with pytest.raises(RuntimeError):
        load_distinct(Tied(2), weights)
