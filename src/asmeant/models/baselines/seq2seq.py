"""Seq2Seq and CopyNet with GRU cells, on characters, tokens or sub-tokens (NL2Bash, section 6.1).

The decoder has two layers. The first reads the output so far. The context that it attends to in the source is
the input of the second, which remembers earlier contexts. So no step of training waits for the previous one,
and whole sequences are processed at once.

CopyNet also copies from the source. The token just written is looked up in the source (Gu et al. 2016,
section 3.3, here with equal weights), so that the network knows what follows it there.

If tokens are whole arguments, a rare one may be written as unknown. The most attended word replaces it, so
the structure of the command is right even if an argument is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from asmeant.models.baselines.attention import Attention, by_row, by_source, masked_scores
from asmeant.models.baselines.batching import padded
from asmeant.models.baselines.copying import Mixture, distribution, jointly, likelihood
from asmeant.models.baselines.encoder import Encoder, VariationalDropout
from asmeant.models.baselines.levels import command_of, command_tokens, intent_tokens, learned_form
from asmeant.models.baselines.rare_words import most_attended
from asmeant.models.baselines.search import Hypothesis, State, Stepped
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.system import Answer, Loss, NeuralSystem, different, is_valid
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
class Source:
    """An intent: as written, as the encoder reads it, and the symbols that copy its tokens."""

    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    copied_as: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Example:
    source: Source
    target: tuple[int, ...]


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

    def begin(self, source: Tensor, copied_as: Tensor) -> dict[str, Any]:
        """The state before the first symbol, with one row for each source."""
        encoded = self.encoder(source)
        read = {
            "memory": encoded.memory,  # sources × source length × size
            "mask": encoded.mask,  # sources × source length
            "keys": self.attention.keys(encoded.memory),
            "source_ids": copied_as,  # sources × source length
        }
        if self.copy_keys is not None:
            read["copy_keys"] = torch.tanh(self.copy_keys(encoded.memory))
        return {
            "source": read,
            "first": torch.tanh(self.first_state(encoded.last)),  # batch × size
            "second": torch.tanh(self.second_state(encoded.last)),
        }

    def forward(self, state: State, inputs: Tensor) -> tuple[Mixture, dict[str, Any]]:
        """All steps at once. `inputs`: batch × steps, the symbols before each step.

        A source may have several consecutive rows of the batch, as in a beam search.
        """
        known_inputs = inputs.masked_fill(inputs >= self.embed.num_embeddings, UNKNOWN)
        embedded = self.embed(known_inputs)  # batch × steps × embedding
        if self.copy_keys is not None:
            embedded = torch.cat([embedded, self._read_again(state, inputs)], -1)
        first, first_last = self.first(self.dropout(embedded), state["first"].unsqueeze(0))
        first = self.dropout(first)
        read = state["source"]
        attended = self.attention(by_source(first, read["mask"]), read["keys"], read["memory"], read["mask"])
        context = by_row(attended.context, inputs)  # batch × steps × memory
        combined = torch.cat([first, context], -1)  # batch × steps × (size + memory)
        second, second_last = self.second(combined, state["second"].unsqueeze(0))
        hidden = self.out(torch.cat([self.dropout(second), combined], -1))  # batch × steps × embedding
        mixture = self._mixture(state, self.scores(hidden), second)
        last = {"first": first_last.squeeze(0), "second": second_last.squeeze(0)}
        # The inputs of the decision at each step: batch × steps × size, and × source length.
        return mixture, {**state, **last, "decoded": second, "attention": by_row(attended.weights, inputs)}

    def _read_again(self, state: State, inputs: Tensor) -> Tensor:
        read = state["source"]
        symbols = by_source(inputs.unsqueeze(-1), read["mask"])  # sources × rows and steps × 1
        is_same = symbols == read["source_ids"].unsqueeze(1)  # sources × rows and steps × source length
        weights = (is_same & read["mask"].unsqueeze(1)).to(read["memory"].dtype)
        weights = weights / weights.sum(-1, keepdim=True).clamp(min=1)
        return by_row(weights @ read["memory"], inputs)  # batch × steps × memory

    def _mixture(self, state: State, scores: Tensor, second: Tensor) -> Mixture:
        read = state["source"]
        if "copy_keys" not in read:
            return Mixture(scores.log_softmax(-1), scores.new_empty((*scores.shape[:-1], 0)))
        copying = masked_scores(by_source(second, read["mask"]), read["copy_keys"], read["mask"])
        return jointly(scores, by_row(copying, second) + self.copy_bias)


class Seq2Seq(NeuralSystem):
    """Seq2Seq, or CopyNet if the settings say so."""

    network: Network

    def __init__(
        self, sources: Vocabulary, targets: Vocabulary, code_language: str, settings: Settings
    ) -> None:
        self.settings, self.sources, self.targets = settings, sources, targets
        self.code_language = code_language
        self.network = Network(len(sources), len(targets), settings)
        # Symbols that cannot be written.
        self.illegal = [PAD, START] if settings.level == "token" else [PAD, START, UNKNOWN]

    @classmethod
    def of_tasks(cls, tasks: Sequence[Task], settings: Settings) -> Seq2Seq:
        pairs = list(_pairs(tasks, settings))
        least = 1 if settings.level == "character" else settings.least_count
        return cls(
            Vocabulary.of((learned_form(source, settings.level) for source, _ in pairs), least),
            Vocabulary.of((target for _, target in pairs), settings.least_target_count),
            tasks[0].code_language,
            settings,
        )

    @classmethod
    def of_knowledge(cls, knowledge: Mapping[str, Any], settings: Settings) -> Seq2Seq:
        sources, targets = Vocabulary(knowledge["sources"]), Vocabulary(knowledge["targets"])
        return cls(sources, targets, knowledge.get("code_language", "bash"), settings)

    @property
    def knowledge(self) -> Mapping[str, Any]:
        return {
            "sources": self.sources.tokens,
            "targets": self.targets.tokens,
            "code_language": self.code_language,
        }

    def examples(self, tasks: Sequence[Task]) -> Sequence[Example]:
        return [
            self._example(source, target)
            for source, target in _pairs(tasks, self.settings)
            if len(target) <= self.settings.longest
        ]

    def loss(self, batch: Sequence[Example]) -> Loss:
        return Loss(-self._likelihoods(batch).sum(), sum(len(example.target) + 1 for example in batch))

    def log_likelihoods(self, tasks: Sequence[Task]) -> list[float]:
        """The log-probability of the first reference of each task."""
        pairs = _pairs(tasks, self.settings)
        values: list[float] = self._likelihoods([self._example(*pair) for pair in pairs]).sum(1).tolist()
        return values

    def _likelihoods(self, batch: Sequence[Example]) -> Tensor:
        """The log-probability of each token of each target, and 0 at padding: batch × steps."""
        state = self._begin([example.source for example in batch])
        inputs = padded([[START, *example.target] for example in batch], self.device)  # batch × steps
        outputs = padded([[*example.target, END] for example in batch], self.device)
        mixture, _ = self.network(state, inputs)
        likelihoods = likelihood(mixture, outputs, state["source"]["source_ids"], UNKNOWN)
        return likelihoods.where(outputs != PAD, 0.0)

    def answers(self, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
        sources = [self._source(intent_tokens(intent, self.settings.level)) for intent in intents]
        searches = self.search(self._step, self._begin(sources), len(sources), beam)
        return [
            different(self._answers(source, hypotheses), count, is_valid(self.code_language))
            for source, hypotheses in zip(sources, searches, strict=True)
        ]

    def _answers(self, source: Source, hypotheses: Sequence[Hypothesis]) -> Iterator[Answer]:
        for hypothesis in hypotheses:
            symbols = hypothesis.symbols
            if UNKNOWN in symbols:
                attended = most_attended(self.network, self._begin([source]), symbols)
                size = len(self.targets)
                symbols = tuple(
                    size + place if symbol == UNKNOWN and source.tokens else symbol
                    for symbol, place in zip(symbols, attended, strict=True)
                )
            tokens = written(symbols, source.tokens, self.targets)
            yield Answer(command_of(tokens, self.settings.level), hypothesis.log_probability)

    def _source(self, tokens: Sequence[str]) -> Source:
        ids = self.sources.ids(learned_form(tokens, self.settings.level))
        return Source(tuple(tokens), tuple(ids), tuple(source_ids(tokens, self.targets)))

    def _example(self, tokens: Sequence[str], target: Sequence[str]) -> Example:
        copied = tokens if self.network.copies else ()
        return Example(self._source(tokens), tuple(target_ids(target, copied, self.targets)))

    def _begin(self, sources: Sequence[Source]) -> dict[str, Any]:
        # An intent without a word still needs a position to attend to.
        ids = padded([source.ids or (END,) for source in sources], self.device)  # batch × source length
        copied_as = padded([source.copied_as or (PAD,) for source in sources], self.device)
        return self.network.begin(ids, copied_as)

    def _step(self, state: State, last: Tensor) -> Stepped:
        mixture, state = self.network(state, last.unsqueeze(1))
        if self.network.copies:
            scores = distribution(mixture, state["source"]["source_ids"]).squeeze(1)
        else:
            scores = mixture.generate.squeeze(1)  # hypotheses × vocabulary
        scores[:, self.illegal] = -torch.inf
        return Stepped(scores.log_softmax(-1), state)


def _pairs(tasks: Sequence[Task], settings: Settings) -> Iterator[tuple[list[str], list[str]]]:
    for task in tasks:
        source = intent_tokens(task.intent, settings.level)
        for reference in task.references:
            yield source, command_tokens(reference, settings.level, task.code_language)
