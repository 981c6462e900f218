"""Whether code does what an intent says: decomposable attention (Parikh, Täckström, Das, Uszkoreit 2016).

Each token of one side is compared with the tokens of the other side that it attends to (attend, compare,
aggregate).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from asmeant.models.baselines.vocabulary import PAD


class Matching(nn.Module):
    def __init__(self, tokens: int, size: int, dropout: float) -> None:
        super().__init__()
        self.embed = nn.Embedding(tokens, size, padding_idx=PAD)
        self.attend = _layers(size, size, dropout)
        self.compare = _layers(2 * size, size, dropout)
        self.aggregate = nn.Sequential(_layers(2 * size, size, dropout), nn.Linear(size, 1))

    def forward(self, intents: Tensor, codes: Tensor) -> Tensor:
        """The score of each intent with its code. `intents`: pairs × length, `codes`: pairs × length."""
        intent_states, code_states = self.embed(intents), self.embed(codes)  # pairs × length × size
        scores = self.attend(intent_states) @ self.attend(code_states).transpose(
            1, 2
        )  # pairs × intent length × code length
        read, reading = intents != PAD, codes != PAD
        for_one = scores.masked_fill(~reading.unsqueeze(1), -torch.inf).softmax(-1) @ code_states
        for_other = (
            scores.masked_fill(~read.unsqueeze(2), -torch.inf).softmax(1).transpose(1, 2) @ intent_states
        )
        summaries = [
            self._summed(intent_states, for_one, read),
            self._summed(code_states, for_other, reading),
        ]
        return self.aggregate(torch.cat(summaries, -1)).squeeze(-1)  # pairs

    def _summed(self, tokens: Tensor, attended: Tensor, mask: Tensor) -> Tensor:
        compared = self.compare(torch.cat([tokens, attended], -1))  # pairs × length × size
        return (compared * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)

    def with_others(self, intents: Tensor, codes: Tensor, others: int) -> Tensor:
        """The scores of each intent with its own code (first) and the next ones: pairs × (others + 1)."""
        return torch.stack([self(intents, codes.roll(-shift, 0)) for shift in range(others + 1)], -1)


def _layers(size_in: int, size: int, dropout: float) -> nn.Sequential:
    return nn.Sequential(
        nn.Dropout(dropout), nn.Linear(size_in, size), nn.ReLU(), nn.Linear(size, size), nn.ReLU()
    )
