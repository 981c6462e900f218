"""Seq2Seq and CopyNet with GRU cells, on characters, tokens or sub-tokens (NL2Bash, section 6.1).

The decoder has two layers. The first reads what was written so far; what it attends to in the source goes
into the second, which remembers what was attended to before. So no step of training waits for the one
before it, and whole sequences go through the network at once.

CopyNet also copies from the source. What it has just written is read again where it stands in the source
(Gu et al. 2016, section 3.3, here with equal weights), so that it knows what comes next there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from asmeant.models.baselines.attention import Attention, masked_scores
from asmeant.models.baselines.batching import padded
from asmeant.models.baselines.copying import Mixture, distribution, jointly, likelihood
from asmeant.models.baselines.encoder import Encoder, VariationalDropout
from asmeant.models.baselines.levels import command_of, command_tokens, intent_tokens, learned_form
from asmeant.models.baselines.search import State, Stepped, beam_search
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.system import Answer, Loss, different
from asmeant.models.baselines.vocabulary import (
    END,
    PAD,
    START,
    UNKNOWN,
    Vocabulary,
    source_ids,
    target_ids,
    written,
)
from asmeant.records import Task


@dataclass(frozen=True, slots=True)
class Example:
    source: tuple[str, ...]
    target: tuple[str, ...]


class Network(nn.Module):
    def __init__(self, source_tokens: int, target_tokens: int, settings: Settings) -> None:
        super().__init__()
        size, embedding = settings.size, settings.embedding
        self.copies = settings.system == "copynet"
        self.encoder = Encoder(source_tokens, embedding, size // 2, settings.dropout)
        self.embed = nn.Embedding(target_tokens, embedding, padding_idx=PAD)
        self.first_state = nn.Linear(2 * (size // 2), size)
        self.second_state = nn.Linear(2 * (size // 2), size)
        memory = 2 * (size // 2)
        self.first = nn.GRU(embedding + (memory if self.copies else 0), size, batch_first=True)
        self.attention = Attention(size, memory)
        self.second = nn.GRU(size + memory, size, batch_first=True)
        self.dropout = VariationalDropout(settings.dropout)
        self.out = nn.Sequential(nn.Linear(2 * size + memory, embedding), nn.Tanh())
        self.scores = nn.Linear(embedding, target_tokens)
        self.copy_keys = nn.Linear(memory, size, bias=False) if self.copies else None
        self.copy_bias = nn.Parameter(torch.zeros(1))

    def begin(self, source: Tensor, copied_as: Tensor) -> dict[str, Tensor]:
        """The state before the first symbol; one row for each source."""
        encoded = self.encoder(source)
        state = {
            "memory": encoded.memory,  # batch × source length × size
            "mask": encoded.mask,  # batch × source length
            "keys": self.attention.keys(encoded.memory),
            "source_ids": copied_as,  # batch × source length
            "first": torch.tanh(self.first_state(encoded.last)),  # batch × size
            "second": torch.tanh(self.second_state(encoded.last)),
        }
        if self.copy_keys is not None:
            state["copy_keys"] = torch.tanh(self.copy_keys(encoded.memory))
        return state

    def forward(self, state: State, inputs: Tensor) -> tuple[Mixture, dict[str, Tensor]]:
        """All steps at once. `inputs`: batch × steps, the symbols before each step."""
        known = inputs.masked_fill(inputs >= self.embed.num_embeddings, UNKNOWN)
        embedded = self.embed(known)  # batch × steps × embedding
        if self.copy_keys is not None:
            embedded = torch.cat([embedded, self._read_again(state, inputs)], -1)
        first, first_last = self.first(self.dropout(embedded), state["first"].unsqueeze(0))
        first = self.dropout(first)
        attended = self.attention(first, state["keys"], state["memory"], state["mask"])
        both = torch.cat([first, attended.context], -1)  # batch × steps × (size + memory)
        second, second_last = self.second(both, state["second"].unsqueeze(0))
        hidden = self.out(torch.cat([self.dropout(second), both], -1))  # batch × steps × embedding
        mixture = self._mixture(state, self.scores(hidden), second)
        last = {"first": first_last.squeeze(0), "second": second_last.squeeze(0), "decoded": second}
        return mixture, {**state, **last}

    def _read_again(self, state: State, inputs: Tensor) -> Tensor:
        same = inputs.unsqueeze(-1) == state["source_ids"].unsqueeze(1)  # batch × steps × source length
        weights = (same & state["mask"].unsqueeze(1)).to(state["memory"].dtype)
        weights = weights / weights.sum(-1, keepdim=True).clamp(min=1)
        return weights @ state["memory"]  # batch × steps × memory

    def _mixture(self, state: State, scores: Tensor, second: Tensor) -> Mixture:
        if "copy_keys" not in state:
            return Mixture(scores.log_softmax(-1), scores.new_empty((*scores.shape[:-1], 0)))
        copying = masked_scores(second, state["copy_keys"], state["mask"]) + self.copy_bias
        return jointly(scores, copying)


class Seq2Seq:
    """Seq2Seq, and CopyNet where the settings say so."""

    def __init__(self, sources: Vocabulary, targets: Vocabulary, settings: Settings) -> None:
        self.settings, self.sources, self.targets = settings, sources, targets
        self.network = Network(len(sources), len(targets), settings)

    @classmethod
    def of_tasks(cls, tasks: Sequence[Task], settings: Settings) -> Seq2Seq:
        examples = _examples(tasks, settings)
        sources = (learned_form(example.source, settings.level) for example in examples)
        least = 1 if settings.level == "character" else settings.least_count
        return cls(
            Vocabulary.of(sources, least),
            Vocabulary.of((example.target for example in examples), settings.least_target_count),
            settings,
        )

    @classmethod
    def of_knowledge(cls, knowledge: Mapping[str, Any], settings: Settings) -> Seq2Seq:
        return cls(Vocabulary(knowledge["sources"]), Vocabulary(knowledge["targets"]), settings)

    @property
    def knowledge(self) -> Mapping[str, Any]:
        return {"sources": self.sources.tokens, "targets": self.targets.tokens}

    @property
    def device(self) -> torch.device:
        return next(self.network.parameters()).device

    def examples(self, tasks: Sequence[Task]) -> Sequence[Example]:
        return [
            example
            for example in _examples(tasks, self.settings)
            if len(example.target) <= self.settings.longest
        ]

    def length(self, example: Example) -> int:
        return len(example.target)

    def loss(self, batch: Sequence[Example]) -> Loss:
        state = self._begin([example.source for example in batch])
        rows = [self._target(example) for example in batch]
        inputs = padded([[START, *row] for row in rows], self.device)  # batch × steps
        outputs = padded([[*row, END] for row in rows], self.device)
        mixture, _ = self.network(state, inputs)
        kept = outputs != PAD
        found = likelihood(mixture, outputs, state["source_ids"], UNKNOWN)
        return Loss(-found[kept].sum(), int(kept.sum()))

    def answers(self, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
        sources = [tuple(intent_tokens(intent, self.settings.level)) for intent in intents]
        found = beam_search(
            self._step,
            self._begin(sources),
            count=len(sources),
            start=START,
            end=END,
            beam=beam,
            longest=self.settings.longest,
            power=self.settings.length_power,
            device=self.device,
        )
        return [
            different(
                [
                    Answer(self._written(hypothesis.symbols, source), hypothesis.log_probability)
                    for hypothesis in hypotheses
                ],
                count,
            )
            for source, hypotheses in zip(sources, found, strict=True)
        ]

    def _written(self, symbols: Sequence[int], source: Sequence[str]) -> str:
        return command_of(written(symbols, source, self.targets), self.settings.level)

    def _target(self, example: Example) -> list[int]:
        source = example.source if self.network.copies else ()
        return target_ids(example.target, source, self.targets)

    def _begin(self, sources: Sequence[Sequence[str]]) -> dict[str, Tensor]:
        # An intent without a word still needs a position to attend to.
        forms = [self.sources.ids(learned_form(source, self.settings.level)) or [END] for source in sources]
        copied_as = [source_ids(source, self.targets) or [PAD] for source in sources]
        state: dict[str, Tensor] = self.network.begin(
            padded(forms, self.device), padded(copied_as, self.device)
        )
        return state

    def _step(self, state: State, last: Tensor) -> Stepped:
        mixture, state = self.network(state, last.unsqueeze(1))
        if self.network.copies:
            scores = distribution(mixture, state["source_ids"]).squeeze(1)
        else:
            scores = mixture.generate.squeeze(1)  # hypotheses × vocabulary
        scores[:, [PAD, UNKNOWN, START]] = -torch.inf  # what cannot be written
        return Stepped(scores.log_softmax(-1), state)


def _examples(tasks: Sequence[Task], settings: Settings) -> list[Example]:
    return [
        Example(
            tuple(intent_tokens(task.intent, settings.level)),
            tuple(command_tokens(reference, settings.level, task.code_language)),
        )
        for task in tasks
        for reference in task.references
    ]
