"""Sub-words -> states, by a pretrained encoder of transformers: BERT, RoBERTa, MPNet ...

The encoder has its own tokens. The state of a sub-word is the mean of the states of the tokens that overlap
it, projected to the size of the decoder. So what can be copied and written does not depend on the encoder,
and no character of the code is lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from asmeant.models.baselines.hub import load_parts, new_parts, saved_parts
from asmeant.models.baselines.subwords import BLANK


class PretrainedEncoder(nn.Module):
    def __init__(self, model: Any, tokenizer: Any, size: int) -> None:
        super().__init__()
        self.model, self.tokenizer = model, tokenizer
        self.project = nn.Linear(model.config.hidden_size, size)
        # Some models count positions from 2.
        self.longest = min(tokenizer.model_max_length, model.config.max_position_embeddings - 2)

    @classmethod
    def load(cls, name: str, size: int) -> PretrainedEncoder:
        """From a directory, or a name on the hub."""
        return cls(*load_parts(name, "AutoModel", "an encoder", dtype=torch.float32), size)

    @classmethod
    def of_knowledge(cls, knowledge: Mapping[str, Any], size: int) -> PretrainedEncoder:
        return cls(*new_parts(knowledge, "AutoModel"), size)

    @property
    def knowledge(self) -> Mapping[str, Any]:
        return saved_parts(self.model, self.tokenizer)

    def forward(self, rows: Sequence[Sequence[str]]) -> Tensor:
        """Rows of sub-words -> rows × sub-words × size."""
        texts = ["".join(row).replace(BLANK, " ") for row in rows]
        tokens = self.tokenizer(
            texts,
            padding=True,
            truncation=True,
            max_length=self.longest,
            return_offsets_mapping=True,
            return_tensors="pt",
        )
        offsets = tokens.pop("offset_mapping")  # rows × tokens × 2
        device = self.project.weight.device
        states = self.model(
            input_ids=tokens["input_ids"].to(device), attention_mask=tokens["attention_mask"].to(device)
        ).last_hidden_state  # rows × tokens × hidden size
        return self.project(overlap(rows, offsets).to(states) @ states)


def overlap(rows: Sequence[Sequence[str]], offsets: Tensor) -> Tensor:
    """The share of each token in each sub-word: rows × sub-words × tokens.

    `offsets`: the start and end of each token in its text. A token without a character has no share.
    """
    ends = pad_sequence([torch.tensor(list(accumulate(map(len, row)))) for row in rows], batch_first=True)
    lengths = pad_sequence([torch.tensor(list(map(len, row))) for row in rows], batch_first=True)
    starts = (ends - lengths).unsqueeze(2)  # rows × sub-words × 1
    shared = (offsets[:, None, :, 0] < ends.unsqueeze(2)) & (offsets[:, None, :, 1] > starts)
    return shared / shared.sum(-1, keepdim=True).clamp(min=1)
