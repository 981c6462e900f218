"""The network of TranX (section 3.2): a BiLSTM encoder, and an LSTM decoder over actions.

At each step the decoder reads the last action, its last context, the next field, and its own state at the
step at which the rule of that field was applied (parent feeding).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from asmeant.models.baselines.attention import Attention, by_row, by_source, masked_scores
from asmeant.models.baselines.copying import Mixture, gated
from asmeant.models.baselines.encoder import Encoder
from asmeant.models.baselines.search import State
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.vocabulary import PAD, UNKNOWN

FIELD_SIZE = 64


@dataclass(frozen=True, slots=True)
class Sizes:
    source_tokens: int
    rules: int  # including the one that reduces
    tokens: int
    fields: int


class Network(nn.Module):
    """Symbols are rules (the last one reduces), then tokens, then positions of the source."""

    def __init__(self, sizes: Sizes, settings: Settings) -> None:
        super().__init__()
        self.sizes, size, embedding = sizes, settings.size, settings.embedding
        memory = 2 * (size // 2)
        self.encoder = Encoder(sizes.source_tokens, embedding, size // 2, settings.dropout, "lstm")
        self.actions = nn.Embedding(sizes.rules + sizes.tokens, embedding)
        self.fields = nn.Embedding(sizes.fields, FIELD_SIZE)
        self.first_state = nn.Linear(memory, size)
        self.cell = nn.LSTMCell(embedding + size + FIELD_SIZE + size, size)
        self.attention = Attention(size, memory)
        self.attended = nn.Linear(size + memory, size, bias=False)
        self.out = nn.Linear(size, embedding, bias=False)
        self.bias = nn.Parameter(torch.zeros(sizes.rules + sizes.tokens))
        self.copy_keys = nn.Linear(memory, size, bias=False)
        self.gate = nn.Linear(size, 2)
        self.dropout = nn.Dropout(settings.dropout)
        for weight in self.parameters():
            if weight.dim() > 1:
                nn.init.xavier_uniform_(weight)

    def begin(self, source: Tensor, copied_as: Tensor) -> dict[str, Any]:
        """The state before the first action, with one row for each source."""
        encoded = self.encoder(source)
        cell = self.first_state(encoded.last)  # batch × size
        return {
            "source": {
                "memory": encoded.memory,  # sources × source length × memory
                "mask": encoded.mask,
                "keys": self.attention.keys(encoded.memory),
                "copy_keys": self.copy_keys(encoded.memory),
                "source_ids": copied_as,  # sources × source length
            },
            "cell": cell,
            "hidden": torch.tanh(cell),
            "attended": torch.zeros_like(cell),
        }

    def advance(self, state: State, last: Tensor, fields: Tensor, parents: Tensor) -> dict[str, Any]:
        """One step. `last`, `fields`: batch. `parents`: batch × size, the parents' states."""
        known_actions = last.masked_fill(last >= self.actions.num_embeddings, self.sizes.rules + UNKNOWN)
        # There is nothing before the first action.
        action = self.actions(known_actions.clamp(min=0)) * (last >= 0).unsqueeze(1)  # batch × embedding
        inputs = torch.cat([action, state["attended"], self.fields(fields), parents], -1)
        hidden, cell = self.cell(self.dropout(inputs), (state["hidden"], state["cell"]))
        read, query = state["source"], hidden.unsqueeze(1)
        reading = self.attention(by_source(query, read["mask"]), read["keys"], read["memory"], read["mask"])
        combined = torch.cat([hidden, by_row(reading.context, query).squeeze(1)], -1)
        attended = self.dropout(torch.tanh(self.attended(combined)))  # batch × size
        return {**state, "hidden": hidden, "cell": cell, "attended": attended}

    def rule_scores(self, attended: Tensor) -> Tensor:
        """Log-probabilities of the rules: … × rules."""
        rules = self.actions.weight[: self.sizes.rules]
        return (self.out(attended) @ rules.T + self.bias[: self.sizes.rules]).log_softmax(-1)

    def token_mixture(self, state: State, attended: Tensor) -> Mixture:
        """Log-probabilities of writing or copying a token. `attended`: batch × steps × size."""
        tokens = self.actions.weight[self.sizes.rules :]
        scores = self.out(attended) @ tokens.T + self.bias[self.sizes.rules :]  # batch × steps × tokens
        scores[..., PAD] = -torch.inf
        read = state["source"]
        copying = masked_scores(by_source(attended, read["mask"]), read["copy_keys"], read["mask"])
        return gated(scores, by_row(copying, attended), self.gate(attended))
