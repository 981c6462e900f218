"""TAE: a Transformer that copies, and also learns to write code from code (Norouzi, Tang, Cao 2021).

The decoder has four layers. A token's score is the product of a projection of the state with the token's
embedding, plus, for tokens of the source, the product of another projection with the encoder's state there
(section 3). Each batch of pairs is combined with monolingual code: its source is the code itself, and it does
not train the encoder (the target-autoencoding loss). Answers are given with the averaged weights. The encoder
starts at random, or is a pretrained one, such as the authors' BERT, with a lower learning rate.

Names and strings that an intent quotes are slots, as with TranX. Unlike in the authors' system, text keeps
its case.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from asmeant.languages import python
from asmeant.models.baselines.batching import padded
from asmeant.models.baselines.pretrained_encoder import PretrainedEncoder
from asmeant.models.baselines.search import State, Stepped
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.subwords import Subwords
from asmeant.models.baselines.system import Answer, Loss, NeuralSystem, different
from asmeant.models.baselines.tranx.canonical import Canonical, canonical, with_slots, without_slots
from asmeant.models.baselines.vocabulary import END, PAD, START, UNKNOWN, Vocabulary
from asmeant.records import Task

DECODER_LAYERS = 4
MERGES = 3000
LONGEST_SOURCE = 200


# The authors train the encoder at 0.00001 and the rest at 0.000075.
ENCODER_RATE = 2 / 15


@dataclass(frozen=True, slots=True)
class Text:
    """Sub-words and their numbers."""

    subwords: tuple[str, ...]
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Example:
    source: Text
    code: Text

    @property
    def target(self) -> tuple[int, ...]:
        return self.code.ids


class Network(nn.Module):
    def __init__(self, tokens: int, settings: Settings, pretrained: PretrainedEncoder | None = None) -> None:
        super().__init__()
        size, heads, dropout = settings.size, settings.heads, settings.dropout
        self.size = size
        self.embed = nn.Embedding(tokens, size, padding_idx=PAD)
        nn.init.normal_(self.embed.weight, std=size**-0.5)
        self.places = nn.Embedding(LONGEST_SOURCE + settings.longest + 2, size)
        nn.init.normal_(self.places.weight, std=0.02)
        shape: dict[str, Any] = {
            "dim_feedforward": 4 * size,
            "dropout": dropout,
            "activation": "gelu",
            "batch_first": True,
            "norm_first": True,
        }
        self.pretrained = pretrained
        if pretrained is None:
            encoder = nn.TransformerEncoderLayer(size, heads, **shape)
            self.encoder = nn.TransformerEncoder(
                encoder, settings.layers, nn.LayerNorm(size), enable_nested_tensor=False
            )
        decoder = nn.TransformerDecoderLayer(size, heads, **shape)
        self.decoder = nn.TransformerDecoder(decoder, DECODER_LAYERS, nn.LayerNorm(size))
        self.writing = _head(size)
        self.copying = _head(size)
        self.dropout = nn.Dropout(dropout)

    def _embedded(self, ids: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        return self.dropout(self.embed(ids) * math.sqrt(self.size) + self.places(places))

    def encode(self, source: Tensor, texts: Sequence[Text]) -> Tensor:
        """`source`: batch × source length, the numbers of the texts -> batch × source length × size."""
        if self.pretrained is not None:
            return self.pretrained([text.subwords or ("",) for text in texts])
        return self.encoder(self._embedded(source), src_key_padding_mask=source == PAD)

    def decode(self, memory: Tensor, source: Tensor, prefix: Tensor) -> Tensor:
        """The state after each token of the prefix: batch × steps × size."""
        steps = prefix.shape[1]
        future = torch.ones(steps, steps, dtype=torch.bool, device=prefix.device).triu(1)
        return self.decoder(
            self._embedded(prefix), memory, tgt_mask=future, memory_key_padding_mask=source == PAD
        )

    def scores(self, states: Tensor, memory: Tensor, source: Tensor) -> Tensor:
        """Scores of the token after each state: batch × steps × tokens."""
        generated = self.writing(states) @ self.embed.weight.T  # batch × steps × tokens
        copied = self.copying(states) @ memory.transpose(1, 2) / math.sqrt(self.size)
        copied = copied.masked_fill((source == PAD).unsqueeze(1), 0.0)  # batch × steps × source length
        return generated.scatter_add(-1, source.unsqueeze(1).expand_as(copied), copied)


def _head(size: int) -> nn.Module:
    return nn.Sequential(nn.Linear(size, size), nn.GELU(), nn.Linear(size, size))


class Tae(NeuralSystem):
    network: Network

    def __init__(
        self,
        subwords: Subwords,
        vocabulary: Vocabulary,
        settings: Settings,
        pretrained: PretrainedEncoder | None = None,
    ) -> None:
        self.settings, self.subwords, self.vocabulary = settings, subwords, vocabulary
        self.network = Network(len(vocabulary), settings, pretrained)

    @classmethod
    def of_tasks(cls, tasks: Sequence[Task], settings: Settings) -> Tae:
        pairs = _pairs(tasks)
        texts = [text for pair in pairs for text in pair]
        subwords = Subwords.of(texts, int(settings.more.get("merges", MERGES)))
        pretrained = PretrainedEncoder.load(settings.encoder, settings.size) if settings.encoder else None
        return cls(subwords, Vocabulary.of(map(subwords.split, texts)), settings, pretrained)

    @classmethod
    def of_knowledge(cls, knowledge: Mapping[str, Any], settings: Settings) -> Tae:
        encoder = knowledge.get("encoder")
        pretrained = PretrainedEncoder.of_knowledge(encoder, settings.size) if encoder else None
        return cls(Subwords(knowledge["merges"]), Vocabulary(knowledge["tokens"]), settings, pretrained)

    @property
    def knowledge(self) -> Mapping[str, Any]:
        pretrained = self.network.pretrained
        encoder = {"encoder": pretrained.knowledge} if pretrained is not None else {}
        return {"merges": self.subwords.merges, "tokens": self.vocabulary.tokens, **encoder}

    def parameter_groups(self, rate: float) -> list[dict[str, Any]]:
        if self.network.pretrained is None:
            return super().parameter_groups(rate)
        slow = list(self.network.pretrained.model.parameters())
        slow_ids = set(map(id, slow))
        fast = [weight for weight in self.network.parameters() if id(weight) not in slow_ids]
        return [{"params": fast, "lr": rate}, {"params": slow, "lr": ENCODER_RATE * rate}]

    def examples(self, tasks: Sequence[Task]) -> Sequence[Example]:
        examples = [Example(self._text(intent), self._text(code)) for intent, code in _pairs(tasks)]
        return [example for example in examples if 0 < len(example.target) <= self.settings.longest]

    def loss(self, batch: Sequence[Example]) -> Loss:
        texts = [example.source for example in batch]
        source = self._numbers(texts)  # batch × source length
        total, predictions = self._smoothed(batch, source, self.network.encode(source, texts))
        if self.settings.extra_share and self.network.training:
            alone = batch[: max(1, round(self.settings.extra_share * len(batch)))]
            codes = [example.code for example in alone]
            code = self._numbers(codes)  # part of the batch × code length
            with torch.no_grad():
                memory = self.network.encode(code, codes)
            code_loss, _ = self._smoothed(alone, code, memory)
            total = total + code_loss
        return Loss(total, predictions)

    def _smoothed(self, batch: Sequence[Example], source: Tensor, memory: Tensor) -> tuple[Tensor, int]:
        """The cross-entropy of the targets, with smoothed labels."""
        inputs = padded([(START, *example.target) for example in batch], self.device)
        outputs = padded([(*example.target, END) for example in batch], self.device)
        scores = self.network.scores(self.network.decode(memory, source, inputs), memory, source)
        total = functional.cross_entropy(
            scores.flatten(0, 1),
            outputs.flatten(),
            ignore_index=PAD,
            label_smoothing=self.settings.smoothing,
            reduction="sum",
        )
        return total, int((outputs != PAD).sum())

    def answers(self, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
        canonical_intents = [canonical(intent) for intent in intents]
        texts = [self._text(" ".join(intent.tokens)) for intent in canonical_intents]
        source = self._numbers(texts)  # intents × source length
        with torch.no_grad():
            memory = self.network.encode(source, texts)
        state = {"memory": memory, "source": source, "prefix": source.new_empty((len(source), 0))}
        hypotheses = self.search(self._step, state, len(intents), beam)
        return [
            different(
                [
                    Answer(self._code(hypothesis.symbols, intent), hypothesis.log_probability)
                    for hypothesis in row
                ],
                count,
            )
            for intent, row in zip(canonical_intents, hypotheses, strict=True)
        ]

    def _step(self, state: State, last: Tensor) -> Stepped:
        prefix = torch.cat([state["prefix"], last.unsqueeze(1)], 1)  # hypotheses × steps
        memory, source = state["memory"], state["source"]
        states = self.network.decode(memory, source, prefix)[:, -1:]  # hypotheses × 1 × size
        scores = self.network.scores(states, memory, source).squeeze(1)  # hypotheses × tokens
        scores[:, [PAD, UNKNOWN, START]] = -torch.inf  # tokens that cannot be written
        return Stepped(scores.log_softmax(-1), {**state, "prefix": prefix})

    def _text(self, text: str) -> Text:
        subwords = tuple(self.subwords.split(text)[:LONGEST_SOURCE])
        return Text(subwords, tuple(self.vocabulary.ids(subwords)))

    def _numbers(self, texts: Sequence[Text]) -> Tensor:
        # A text without a word still needs a position to attend to.
        return padded([text.ids or (END,) for text in texts], self.device)

    def _code(self, symbols: Sequence[int], intent: Canonical) -> str:
        text = self.subwords.join(self.vocabulary.tokens[number] for number in symbols)
        return with_values(text, intent.slots)


def with_values(code: str, slots: Mapping[str, str]) -> str:
    """Code with the values of its slots; replaced in the text if it is not Python."""
    module = python.parse(code)
    if module is not None:
        return ast.unparse(without_slots(ast.parse(code), slots))
    for slot, value in slots.items():
        code = code.replace(slot, value)
    return code


def _pairs(tasks: Sequence[Task]) -> list[tuple[str, str]]:
    """Intents and code with slots. Code that does not parse is left out."""
    pairs = []
    for task in tasks:
        intent = canonical(task.intent)
        for reference in task.references:
            module = python.parse(reference)
            if module is not None:
                pairs.append((" ".join(intent.tokens), ast.unparse(with_slots(module, intent.slots))))
    return pairs
