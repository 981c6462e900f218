"""Tellina: template translation by Seq2Seq, slot filling by a learnt alignment, argument formatting.

The paper aligns slots and constants by nearest neighbours of states. Here a pointer is trained jointly with
the translation: at the step of a slot it selects the position of a constant, or none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from asmeant.languages.bash import BashSyntaxError
from asmeant.models.baselines.attention import masked_scores
from asmeant.models.baselines.batching import padded
from asmeant.models.baselines.search import Hypothesis, State, Stepped
from asmeant.models.baselines.seq2seq import Network as Translation
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.system import Answer, Loss, NeuralSystem, different
from asmeant.models.baselines.tellina.constants import Constant, Word, read_intent, symbol
from asmeant.models.baselines.tellina.filling import Defaults, learned_defaults, matched, true_matches
from asmeant.models.baselines.tellina.formatting import argument_for
from asmeant.models.baselines.tellina.templates import Slot, Slotted, filled, slots_of, slotted
from asmeant.models.baselines.vocabulary import END, PAD, START, UNKNOWN, Vocabulary
from asmeant.records import Task

_ENDING = re.compile(r"\*\.([a-z][a-z0-9]{1,5})\b")
LEAST_ENDINGS = 3


@dataclass(frozen=True, slots=True)
class Example:
    words: tuple[Word, ...]
    target: tuple[str, ...]
    # For each slot: the number of its token, and the position of its word; -1 for none.
    alignment: tuple[tuple[int, int], ...]


class Network(nn.Module):
    def __init__(self, source_tokens: int, target_tokens: int, settings: Settings) -> None:
        super().__init__()
        self.translation = Translation(source_tokens, target_tokens, settings)
        memory = 2 * (settings.size // 2)
        self.pointer = nn.Linear(memory, settings.size, bias=False)
        self.none = nn.Linear(settings.size, 1)

    def alignment(self, state: State) -> Tensor:
        """Scores of each source position and of none (last): batch × steps × (source length + 1)."""
        decoded = state["decoded"]  # batch × steps × size
        read = state["source"]
        scores = masked_scores(decoded, self.pointer(read["memory"]), read["mask"])
        return torch.cat([scores, self.none(decoded)], -1)


class Tellina(NeuralSystem):
    def __init__(
        self,
        sources: Vocabulary,
        targets: Vocabulary,
        defaults: Defaults,
        extensions: Sequence[str],
        settings: Settings,
    ) -> None:
        self.settings, self.sources, self.targets, self.defaults = settings, sources, targets, defaults
        self.extensions = frozenset(extensions)
        self.network = Network(len(sources), len(targets), settings)

    @classmethod
    def of_tasks(cls, tasks: Sequence[Task], settings: Settings) -> Tellina:
        extensions = _extensions(tasks)
        pairs = list(_pairs(tasks, extensions))
        unfilled = []
        for words, template in pairs:
            slots = slots_of(template.tokens)
            matches = true_matches(slots, template.arguments, _constants(words))
            unfilled += [
                (slot, argument)
                for slot, argument, match in zip(slots, template.arguments, matches, strict=True)
                if match < 0
            ]
        return cls(
            Vocabulary.of(([symbol(word) for word in words] for words, _ in pairs), settings.least_count),
            Vocabulary.of((template.tokens for _, template in pairs), settings.least_target_count),
            learned_defaults(unfilled),
            extensions,
            settings,
        )

    @classmethod
    def of_knowledge(cls, knowledge: Mapping[str, Any], settings: Settings) -> Tellina:
        defaults = Defaults(knowledge["defaults"], knowledge["defaults_by_type"])
        sources, targets = Vocabulary(knowledge["sources"]), Vocabulary(knowledge["targets"])
        return cls(sources, targets, defaults, knowledge["extensions"], settings)

    @property
    def knowledge(self) -> Mapping[str, Any]:
        return {
            "sources": self.sources.tokens,
            "targets": self.targets.tokens,
            "defaults": self.defaults.by_place,
            "defaults_by_type": self.defaults.by_type,
            "extensions": sorted(self.extensions),
        }

    def examples(self, tasks: Sequence[Task]) -> Sequence[Example]:
        examples = [_example(words, template) for words, template in _pairs(tasks, self.extensions)]
        return [example for example in examples if len(example.target) <= self.settings.longest]

    def loss(self, batch: Sequence[Example]) -> Loss:
        state = self._begin([example.words for example in batch])
        rows = [self.targets.ids(example.target) for example in batch]
        outputs = padded([[*row, END] for row in rows], self.device)  # batch × steps
        mixture, state = self.network.translation(state, padded([[START, *row] for row in rows], self.device))
        is_token = outputs != PAD
        likelihoods = mixture.generate.gather(-1, outputs.unsqueeze(-1)).squeeze(-1)  # batch × steps
        scores = self.network.alignment(state).log_softmax(-1)
        return Loss(-likelihoods[is_token].sum() - self._aligned(scores, batch), int(is_token.sum()))

    def _aligned(self, scores: Tensor, batch: Sequence[Example]) -> Tensor:
        none = scores.shape[-1] - 1
        places = [
            (row, step, position if position >= 0 else none)
            for row, example in enumerate(batch)
            for step, position in example.alignment
        ]
        if not places:
            return scores.new_zeros(())
        rows, steps, positions = torch.tensor(places, device=self.device).unbind(1)
        return scores[rows, steps, positions].sum()

    def answers(self, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
        sources = [tuple(read_intent(intent, self.extensions)) for intent in intents]
        searches = self.search(self._step, self._begin(sources), len(sources), beam)
        return [
            different(self._filled(words, hypotheses), count)
            for words, hypotheses in zip(sources, searches, strict=True)
        ]

    @torch.no_grad()
    def _filled(self, words: tuple[Word, ...], hypotheses: Sequence[Hypothesis]) -> list[Answer]:
        """The commands of the best templates. A constant without a slot lowers the score of its template."""
        best = hypotheses[: max(10, len(hypotheses) // 5)]
        if not best:
            return []
        inputs = padded([[START, *template.symbols] for template in best], self.device)
        _, state = self.network.translation(self._begin([words] * len(best)), inputs)
        scores = self.network.alignment(state).log_softmax(-1).cpu()
        answers = []
        for row, hypothesis in enumerate(best):
            tokens = [self.targets.tokens[number] for number in hypothesis.symbols]
            slots = slots_of(tokens)
            constant_numbers, constants = self._chosen(slots, words, scores[row])
            arguments = [
                argument_for(constants[number], slot) if number >= 0 else self.defaults.argument(slot)
                for slot, number in zip(slots, constant_numbers, strict=True)
            ]
            # A template without a slot for a constant is less likely to be right (section 5.2).
            unused = len(constants) - sum(number >= 0 for number in constant_numbers)
            score = hypothesis.log_probability - self.settings.more.get("unused_penalty", 2.0) * unused
            answers.append(Answer(filled(tokens, arguments), score))
        return sorted(answers, key=lambda answer: -answer.log_probability)

    def _chosen(
        self, slots: Sequence[Slot], words: Sequence[Word], scores: Tensor
    ) -> tuple[list[int], list[Constant]]:
        positions = [number for number, word in enumerate(words) if isinstance(word, Constant)]
        constants = _constants(words)
        table = [[float(scores[slot.token, place]) for place in [*positions, -1]] for slot in slots]
        return matched(slots, constants, table), constants

    def _begin(self, sources: Sequence[Sequence[Word]]) -> dict[str, Any]:
        rows = [self.sources.ids(symbol(word) for word in words) or [END] for words in sources]
        source = padded(rows, self.device)
        state: dict[str, Any] = self.network.translation.begin(source, source)
        return state

    def _step(self, state: State, last: Tensor) -> Stepped:
        mixture, state = self.network.translation(state, last.unsqueeze(1))
        scores = mixture.generate.squeeze(1)  # hypotheses × vocabulary
        scores[:, [PAD, UNKNOWN, START]] = -torch.inf  # tokens that cannot be written
        return Stepped(scores.log_softmax(-1), state)


def _constants(words: Sequence[Word]) -> list[Constant]:
    return [word for word in words if isinstance(word, Constant)]


def _extensions(tasks: Sequence[Task]) -> list[str]:
    """File name extensions in patterns of the data's commands: java, from `*.java`."""
    counts = Counter(
        ending for task in tasks for reference in task.references for ending in _ENDING.findall(reference)
    )
    return sorted(ending for ending, count in counts.items() if count >= LEAST_ENDINGS)


def _pairs(tasks: Sequence[Task], extensions: Collection[str]) -> list[tuple[tuple[Word, ...], Slotted]]:
    pairs = []
    for task in tasks:
        words = tuple(read_intent(task.intent, extensions))
        for reference in task.references:
            try:
                pairs.append((words, slotted(reference)))
            except BashSyntaxError:
                continue
    return pairs


def _example(words: tuple[Word, ...], template: Slotted) -> Example:
    slots = slots_of(template.tokens)
    positions = [number for number, word in enumerate(words) if isinstance(word, Constant)]
    matches = true_matches(slots, template.arguments, _constants(words))
    alignment = tuple(
        (slot.token, positions[match] if match >= 0 else -1)
        for slot, match in zip(slots, matches, strict=True)
    )
    return Example(words, template.tokens, alignment)
