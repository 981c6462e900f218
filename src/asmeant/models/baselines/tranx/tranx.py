"""TranX: intents -> Python, by actions that always give a well-formed tree (Yin, Neubig 2018)."""

from __future__ import annotations

import ast
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from asmeant.errors import ModelError
from asmeant.languages import python
from asmeant.models.baselines.batching import padded
from asmeant.models.baselines.copying import distribution, likelihood
from asmeant.models.baselines.search import Hypothesis, State, Stepped
from asmeant.models.baselines.settings import Settings
from asmeant.models.baselines.system import Answer, Loss, NeuralSystem, different
from asmeant.models.baselines.tranx.actions import Action, Apply, Frontier, Reduce, Write, to_actions, to_tree
from asmeant.models.baselines.tranx.canonical import Canonical, canonical, with_slots, without_slots
from asmeant.models.baselines.tranx.grammar import TOKEN_KINDS, Field, python_grammar
from asmeant.models.baselines.tranx.network import Network, Sizes
from asmeant.models.baselines.tranx.trees import NotCovered, fits, to_python
from asmeant.models.baselines.tranx.trees import to_tree as tree_of
from asmeant.models.baselines.vocabulary import (
    END,
    PAD,
    SPECIAL,
    UNKNOWN,
    Vocabulary,
    source_ids,
    target_ids,
)
from asmeant.records import Task

RULES = len(python_grammar().rules) + 1
REDUCE = RULES - 1
BEFORE_THE_FIRST = -1


def _field_numbers() -> dict[tuple[str, str], int]:
    fields = {(field.name, field.type) for rule in python_grammar().rules for field in rule.fields}
    return {key: number for number, key in enumerate([("root", "mod"), *sorted(fields)])}


FIELDS = _field_numbers()
# The types of fields, with token types first.
TYPES = {name: number for number, name in enumerate([*TOKEN_KINDS, *sorted(python_grammar().of_type)])}


@dataclass(frozen=True, slots=True)
class Example:
    source: tuple[str, ...]
    target: tuple[Action, ...]
    fields: tuple[int, ...]  # of each action
    parents: tuple[int, ...]  # the step of each action's parent rule; -1 for none


@dataclass(frozen=True, slots=True)
class Writing:
    """A frontier that advances by symbols: the state of a hypothesis in the beam search."""

    frontier: Frontier
    vocabulary: Vocabulary
    source: tuple[str, ...]

    def action(self, symbol: int) -> Action:
        if symbol < RULES:
            return Reduce() if symbol == REDUCE else Apply(symbol)
        number = symbol - RULES
        if number == END:
            return Write(None)
        size = len(self.vocabulary)
        return Write(self.vocabulary.tokens[number] if number < size else self.source[number - size])

    def after(self, symbol: int) -> Writing:
        return Writing(self.frontier.after(self.action(symbol)), self.vocabulary, self.source)


class TranX(NeuralSystem):
    network: Network

    def __init__(self, sources: Vocabulary, tokens: Vocabulary, settings: Settings) -> None:
        self.settings, self.sources, self.tokens = settings, sources, tokens
        self.network = Network(Sizes(len(sources), RULES, len(tokens), len(FIELDS)), settings)
        self._legal_symbols = _legal_symbols(tokens)  # types of fields × (rules + tokens)

    @classmethod
    def of_tasks(cls, tasks: Sequence[Task], settings: Settings) -> TranX:
        examples = [example for task in tasks for example in _examples(task)]
        tokens = (
            [step.token for step in example.target if isinstance(step, Write) and step.token is not None]
            for example in examples
        )
        return cls(
            Vocabulary.of((_learned(example.source) for example in examples), settings.least_count),
            Vocabulary.of(tokens, settings.least_target_count),
            settings,
        )

    @classmethod
    def of_knowledge(cls, knowledge: Mapping[str, Any], settings: Settings) -> TranX:
        if knowledge["rules"] != [rule.name for rule in python_grammar().rules]:
            raise ModelError(
                f"This TranX was trained under another Python, whose grammar differs from that of "
                f"{platform.python_version()}. Use it under that one, or train it again."
            )
        return cls(Vocabulary(knowledge["sources"]), Vocabulary(knowledge["tokens"]), settings)

    @property
    def knowledge(self) -> Mapping[str, Any]:
        # The numbers of rules depend on the Python version that trained it.
        return {
            "sources": self.sources.tokens,
            "tokens": self.tokens.tokens,
            "rules": [rule.name for rule in python_grammar().rules],
        }

    def examples(self, tasks: Sequence[Task]) -> Sequence[Example]:
        return [
            example
            for task in tasks
            for example in _examples(task)
            if len(example.target) <= self.settings.longest
        ]

    def loss(self, batch: Sequence[Example]) -> Loss:
        state = self._begin([example.source for example in batch])
        symbols = padded([self._symbols(example) for example in batch], self.device, fill=-2)
        fields = padded([example.fields for example in batch], self.device)  # batch × steps
        parents = padded([example.parents for example in batch], self.device, fill=-1)
        attended = self._attended(state, symbols, fields, parents)
        is_rule, is_token = (symbols >= 0) & (symbols < RULES), symbols >= RULES
        rules = self.network.rule_scores(attended[is_rule])  # of rules × rules
        of_rules = rules.gather(1, symbols[is_rule].unsqueeze(1)).sum()
        mixture = self.network.token_mixture(state, attended)
        targets = (symbols - RULES).clamp(min=0)
        of_tokens = likelihood(mixture, targets, state["source"]["source_ids"], UNKNOWN)  # batch × steps
        return Loss(-(of_rules + of_tokens[is_token].sum()), len(batch))

    def _attended(self, state: State, symbols: Tensor, fields: Tensor, parents: Tensor) -> Tensor:
        """The decoder's context at each step, given all actions before: batch × steps × size."""
        rows = torch.arange(len(symbols), device=self.device)
        last = torch.full_like(symbols[:, 0], BEFORE_THE_FIRST)
        hidden = [torch.zeros_like(state["hidden"])]  # position 0 has the state without a parent
        attended = []
        for step in range(symbols.shape[1]):
            above = torch.stack(hidden, 1)[rows, parents[:, step] + 1]  # batch × size
            state = self.network.advance(state, last, fields[:, step], above)
            hidden.append(state["hidden"])
            attended.append(state["attended"])
            last = symbols[:, step].clamp(min=0)
        return torch.stack(attended, 1)

    def answers(self, intents: Sequence[str], beam: int, count: int) -> list[list[Answer]]:
        canonical_intents = [canonical(intent) for intent in intents]
        hypotheses = self.search(
            self._step,
            self._search_state(canonical_intents),
            len(intents),
            beam,
            start=BEFORE_THE_FIRST,
            end=-1,
            legal=self._legal,
            is_done=lambda state: torch.tensor(
                [hypothesis.frontier.is_done for hypothesis in state["writing"]], device=self.device
            ),
        )
        return [
            different([self._answer(hypothesis, intent) for hypothesis in row], count)
            for intent, row in zip(canonical_intents, hypotheses, strict=True)
        ]

    # ── examples -> numbers ──

    def _symbols(self, example: Example) -> list[int]:
        tokens = [step.token for step in example.target if isinstance(step, Write)]
        numbers = iter(target_ids([token or "" for token in tokens], example.source, self.tokens))
        symbols = []
        for action in example.target:
            match action:
                case Apply(rule=rule):
                    symbols.append(rule)
                case Reduce():
                    symbols.append(REDUCE)
                case Write(token=token):
                    number = next(numbers)
                    symbols.append(RULES + (END if token is None else number))
        return symbols

    def _begin(self, sources: Sequence[Sequence[str]]) -> dict[str, Any]:
        forms = [self.sources.ids(_learned(source)) or [END] for source in sources]
        copied_as = [source_ids(source, self.tokens) or [PAD] for source in sources]
        return self.network.begin(padded(forms, self.device), padded(copied_as, self.device))

    # ── searching ──

    def _search_state(self, intents: Sequence[Canonical]) -> dict[str, Any]:
        sources = [intent.tokens for intent in intents]
        state: dict[str, Any] = dict(self._begin(sources))
        width = state["source"]["mask"].shape[1]
        # The last kind is not a token: nothing can be copied.
        copies = torch.zeros((len(sources), len(TOKEN_KINDS) + 1, width), dtype=torch.bool)
        for row, source in enumerate(sources):
            for number, kind in enumerate(TOKEN_KINDS):
                copies[row, number, : len(source)] = _fitting(source, kind)
        size = state["hidden"].shape[1]
        state["copies"] = {"fitting": copies.to(self.device)}  # sources × kinds × source length
        state["history"] = torch.zeros(len(sources), self.settings.longest + 2, size, device=self.device)
        state["writing"] = [Writing(Frontier(), self.tokens, source) for source in sources]
        return state

    def _step(self, state: State, last: Tensor) -> Stepped:
        writing: list[Writing] = state["writing"]
        fields = torch.tensor([_field_number(item.frontier.field) for item in writing], device=self.device)
        places = torch.tensor([item.frontier.parent_step + 1 for item in writing], device=self.device)
        rows = torch.arange(len(writing), device=self.device)
        history = state["history"]
        after = self.network.advance(state, last, fields, history[rows, places])
        history = history.clone()
        history[:, writing[0].frontier.step + 1] = after["hidden"]
        attended = after["attended"]
        tokens = distribution(
            self.network.token_mixture(after, attended.unsqueeze(1)), after["source"]["source_ids"]
        )
        scores = torch.cat([self.network.rule_scores(attended), tokens.squeeze(1)], -1)
        return Stepped(scores, {**after, "history": history})  # hypotheses × (rules + tokens + source length)

    def _legal(self, state: State) -> Tensor:
        frontiers = [item.frontier for item in state["writing"]]
        types = torch.tensor([TYPES[item.field.type] for item in frontiers])
        legal = self._legal_symbols[types]  # hypotheses × (rules + tokens)
        legal[:, REDUCE] = torch.tensor([item.may_reduce for item in frontiers])
        copies = state["copies"]["fitting"].cpu()
        rows = torch.arange(len(frontiers)) // (len(frontiers) // len(copies))  # the source of each
        return torch.cat([legal, copies[rows, types.clamp(max=len(TOKEN_KINDS))]], -1).to(self.device)

    def _answer(self, hypothesis: Hypothesis, intent: Canonical) -> Answer:
        following: Writing = hypothesis.state["writing"]
        actions = [following.action(symbol) for symbol in hypothesis.symbols]
        module = without_slots(to_python(to_tree(actions)), intent.slots)
        return Answer(ast.unparse(module), hypothesis.log_probability)


def _learned(tokens: Sequence[str]) -> list[str]:
    return [token.lower() for token in tokens]


def _field_number(field: Field) -> int:
    return FIELDS[field.name, field.type]


def _legal_symbols(tokens: Vocabulary) -> Tensor:
    """The rules or tokens that each type of field may have: types × (rules + tokens)."""
    legal = torch.zeros((len(TYPES), RULES + len(tokens)), dtype=torch.bool)
    for kind in TOKEN_KINDS:
        legal[TYPES[kind], RULES:] = _fitting(tokens.tokens, kind)
        legal[TYPES[kind], RULES : RULES + len(SPECIAL)] = False
    legal[TYPES["string"], RULES + END] = True
    for name, rules in python_grammar().of_type.items():
        legal[TYPES[name], list(rules)] = True
    return legal


def _fitting(tokens: Sequence[str], kind: str) -> Tensor:
    return torch.tensor([fits(token, kind) for token in tokens], dtype=torch.bool)


def _examples(task: Task) -> list[Example]:
    """The examples of a task: its references that are Python and covered by the grammar."""
    intent = canonical(task.intent)
    examples = []
    for reference in task.references:
        module = python.parse(reference)
        if module is None:
            continue
        try:
            actions = tuple(to_actions(tree_of(with_slots(module, intent.slots))))
        except (NotCovered, RecursionError, ValueError):
            continue
        examples.append(_example(intent.tokens, actions))
    return examples


def _example(source: tuple[str, ...], actions: tuple[Action, ...]) -> Example:
    frontier = Frontier()
    fields, parents = [], []
    for action in actions:
        fields.append(_field_number(frontier.field))
        parents.append(frontier.parent_step)
        frontier = frontier.after(action)
    return Example(source, actions, tuple(fields), tuple(parents))
