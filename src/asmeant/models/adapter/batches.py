"""Pairs with their neighbours -> batches of token ids, for several adapters that are trained in parallel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import torch
from torch import Tensor

from asmeant.models.adapter.prompt import CLOSING, LANGUAGES, NEIGHBOURS, OPENING, Pair
from asmeant.models.adapter.settings import AdapterSettings
from asmeant.models.adapter.tokens import Tokenizer


@dataclass(frozen=True, slots=True)
class Example:
    """A pair, and the positions of its neighbours among the shown pairs, the nearest first."""

    pair: Pair
    neighbours: tuple[int, ...]


class Writer:
    """Examples -> token ids. Intents and code are tokenized once.

    A line break before other text is a separate token, so the parts of a prompt can be tokenized separately.
    """

    def __init__(self, tokenizer: Tokenizer, shown: Sequence[Pair]) -> None:
        self.tokenizer = tokenizer
        encode = tokenizer.encode
        self.opening, self.closing = encode(OPENING, True), encode(CLOSING, True)
        line = encode("\n")
        self.shown = [[*encode(p.intent), *line, *encode(p.code), *line, *line] for p in shown]

    def prompt(self, pair: Pair, neighbours: Sequence[int]) -> list[int]:
        """The token ids of a prompt. `neighbours` come nearest first; the prompt has the nearest last."""
        neighbour_tokens = [token for position in reversed(neighbours) for token in self.shown[position]]
        intent = self.tokenizer.encode(f"{LANGUAGES[pair.language]}: {' '.join(pair.intent.split())}")
        return [*self.opening, *neighbour_tokens, *intent, *self.closing]

    def fitting(self, pair: Pair, neighbours: Sequence[int], room: int) -> list[int]:
        """The prompt with as many of the nearest neighbours as fit."""
        selected = list(neighbours[:NEIGHBOURS])
        while selected and len(self.prompt(pair, selected)) > room:
            selected.pop()
        return self.prompt(pair, selected)

    def answer(self, pair: Pair) -> list[int]:
        return [*self.tokenizer.encode(pair.code), self.tokenizer.end]


@dataclass(frozen=True, slots=True)
class Batch:
    """`tokens` K × B × T, padded at the end; `targets` the same, with -1 where nothing is learnt."""

    tokens: Tensor
    targets: Tensor


def epoch_batches(
    examples: Sequence[Example], writer: Writer, settings: AdapterSettings, epoch: int
) -> Iterator[Batch]:
    """The batches of an epoch. Each run has its own order and neighbours; similar lengths go together."""
    runs = []
    for run in range(settings.runs):
        random = Random(f"{settings.seed}-{run}-{epoch}")
        texts = [_text(example, writer, settings, random) for example in examples]
        texts.sort(key=lambda text: len(text[0]) * random.uniform(0.9, 1.1))
        runs.append([texts[at : at + settings.batch] for at in range(0, len(texts), settings.batch)])
    order = list(range(len(runs[0])))
    Random(f"{settings.seed}-{epoch}").shuffle(order)
    for number in order:
        yield _padded([run[number] for run in runs])


Text = tuple[list[int], int]


def _text(example: Example, writer: Writer, settings: AdapterSettings, random: Random) -> Text:
    """Prompt and answer, and the position at which the answer begins."""
    neighbours: list[int] = []
    if random.random() >= settings.alone:
        candidates = example.neighbours
        neighbours = [candidate for candidate in candidates if random.random() >= settings.neighbour_dropout]
    answer = writer.answer(example.pair)[: settings.longest]
    prompt = writer.fitting(example.pair, neighbours, settings.longest - len(answer))
    return [*prompt, *answer], len(prompt)


def _padded(runs: Sequence[Sequence[Text]]) -> Batch:
    length = max(len(text) for texts in runs for text, _ in texts) - 1
    tokens = torch.zeros(len(runs), len(runs[0]), length, dtype=torch.long)
    targets = torch.full_like(tokens, -1)
    for run, texts in enumerate(runs):
        for row, (text, begin) in enumerate(texts):
            tokens[run, row, : len(text) - 1] = torch.tensor(text[:-1])
            targets[run, row, begin - 1 : len(text) - 1] = torch.tensor(text[begin:])
    return Batch(tokens, targets)
