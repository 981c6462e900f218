"""A tree <-> actions: apply a rule, end a list or omit an optional field (reduce), write a token.

A tree is built from left to right, depth first (TranX, section 3.1). `Frontier` knows the next field, and so
which actions are legal; every complete sequence of legal actions gives a tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asmeant.models.baselines.tranx.grammar import STRING, Field, python_grammar
from asmeant.models.baselines.tranx.trees import Filling, Tree


@dataclass(frozen=True, slots=True)
class Apply:
    rule: int


@dataclass(frozen=True, slots=True)
class Reduce:
    pass


@dataclass(frozen=True, slots=True)
class Write:
    """Writes a token. A string is written as its words, ended by None."""

    token: str | None


Action = Apply | Reduce | Write


def to_actions(tree: Tree) -> Iterator[Action]:
    yield Apply(tree.rule)
    for field, filling in zip(python_grammar().rules[tree.rule].fields, tree.fields, strict=True):
        for item in filling:
            if isinstance(item, Tree):
                yield from to_actions(item)
            elif field.type == STRING:
                yield from map(Write, item.split(" ") if item else [])
                yield Write(None)
            else:
                yield Write(item)
        if field.many or (field.optional and not filling):
            yield Reduce()


def to_tree(actions: Sequence[Action]) -> Tree:
    """The inverse of `to_actions`."""
    waiting = iter(actions)
    first = next(waiting)
    assert isinstance(first, Apply)
    return _built(first, waiting)


def _built(action: Apply, waiting: Iterator[Action]) -> Tree:
    fields = python_grammar().rules[action.rule].fields
    return Tree(action.rule, tuple(_filled(field, waiting) for field in fields))


def _filled(field: Field, waiting: Iterator[Action]) -> Filling:
    items: list[Tree | str] = []
    while field.many or not items:
        action = next(waiting)
        if isinstance(action, Reduce):
            break
        if isinstance(action, Apply):
            items.append(_built(action, waiting))
        elif field.type == STRING:
            items.append(" ".join(_words(action, waiting)))
        else:
            items.append(action.token or "")
    return tuple(items)


def _words(action: Action, waiting: Iterator[Action]) -> Iterator[str]:
    while isinstance(action, Write) and action.token is not None:
        yield action.token
        action = next(waiting)


# ── what comes next ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Frame:
    """An unfinished rule: its next field, the number of items in it, and the step at which it was applied."""

    rule: int
    field: int
    count: int
    step: int


@dataclass(frozen=True, slots=True)
class Frontier:
    """The position at which a tree is extended. The stack is empty before the first action and at the end."""

    stack: tuple[Frame, ...] = ()
    step: int = 0
    in_string: bool = False

    @property
    def is_done(self) -> bool:
        return self.step > 0 and not self.stack

    @property
    def field(self) -> Field:
        """The next field to fill."""
        if not self.stack:
            return Field("root", "mod")
        frame = self.stack[-1]
        return python_grammar().rules[frame.rule].fields[frame.field]

    @property
    def parent_step(self) -> int:
        """The step at which the unfinished rule was applied; -1 at the root."""
        return self.stack[-1].step if self.stack else -1

    @property
    def may_reduce(self) -> bool:
        field = self.field
        if self.in_string or not (field.many or field.optional):
            return False
        return field.optional or self.stack[-1].count >= field.least

    def after(self, action: Action) -> Frontier:
        match action:
            case Apply(rule=rule):
                return self._settled((*self.stack, Frame(rule, 0, 0, self.step)))
            case Reduce():
                return self._settled(_next_field(self.stack))
            case Write(token=token):
                if self.field.type == STRING and token is not None:
                    return Frontier(self.stack, self.step + 1, in_string=True)
                return self._settled(_counted(self.stack))

    def _settled(self, stack: tuple[Frame, ...]) -> Frontier:
        """Removes rules that are complete; each counts as an item of the rule above it."""
        while stack and stack[-1].field == len(python_grammar().rules[stack[-1].rule].fields):
            stack = _counted(stack[:-1])
        return Frontier(stack, self.step + 1)


def _next_field(stack: tuple[Frame, ...]) -> tuple[Frame, ...]:
    frame = stack[-1]
    return (*stack[:-1], Frame(frame.rule, frame.field + 1, 0, frame.step))


def _counted(stack: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Adds one item. A field that holds only one is then complete."""
    if not stack:
        return stack
    frame = stack[-1]
    if not python_grammar().rules[frame.rule].fields[frame.field].many:
        return _next_field(stack)
    return (*stack[:-1], Frame(frame.rule, frame.field, frame.count + 1, frame.step))
