"""Pairs with their neighbours -> batches of token ids, for several trainings that go side by side."""

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
    """Examples -> token ids. Intents and code are divided into tokens once.

    A line break before other text is a token of its own, so the parts of a prompt can be tokenized apart.
    """

    def __init__(self, tokenizer: Tokenizer, shown: Sequence[Pair]) -> None:
        self.tokenizer = tokenizer
        encode = tokenizer.encode
        self.opening, self.closing = encode(OPENING, True), encode(CLOSING, True)
        line = encode("\n")
        self.shown = [[*encode(p.intent), *line, *encode(p.code), *line, *line] for p in shown]

    def prompt(self, pair: Pair, neighbours: Sequence[int]) -> list[int]:
        """`neighbours` come nearest first; the prompt has the nearest last."""
        shown = [token for position in reversed(neighbours) for token in self.shown[position]]
        intent = self.tokenizer.encode(f"{LANGUAGES[pair.language]}: {' '.join(pair.intent.split())}")
        return [*self.opening, *shown, *intent, *self.closing]

    def fitting(self, pair: Pair, neighbours: Sequence[int], room: int) -> list[int]:
        """The prompt with as many of the nearest neighbours as have room."""
        chosen = list(neighbours[:NEIGHBOURS])
        while chosen and len(self.prompt(pair, chosen)) > room:
            chosen.pop()
        return self.prompt(pair, chosen)

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
    """The batches of an epoch. Each run has an order and neighbours of its own; lengths go together."""
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
    """Prompt and answer, and where the answer begins."""
    neighbours: list[int] = []
    if random.random() >= settings.alone:
        candidates = example.neighbours
        neighbours = [one for one in candidates if random.random() >= settings.neighbour_dropout]
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
