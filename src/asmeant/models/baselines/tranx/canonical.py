"""Names, strings and expressions that an intent quotes <-> `var_0`, `str_1`, in the intent and in the code.

A name in backticks becomes `var_N`, everything else that is quoted `str_N`. In the code, equal names and
strings are replaced. If the quoted text is the source of another expression, such as a list, every such
expression is replaced by the name `str_N`.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass

from asmeant.languages import python
from asmeant.languages.natural import intent_tokens

_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Canonical:
    """An intent with slots instead of what it quotes, and the value of each slot."""

    tokens: tuple[str, ...]
    slots: Mapping[str, str]


def canonical(intent: str) -> Canonical:
    slots: dict[str, str] = {}
    texts: list[str] = []
    end = 0
    for token in intent_tokens(intent):
        if token.is_quoted and token.value.strip():
            quote = intent[token.start - 1]
            texts += [intent[end : token.start - 1], f" {_slot_for(token.value, quote, slots)} "]
            end = token.end + 1
    text = "".join([*texts, intent[end:]])
    return Canonical(tuple(_TOKEN.findall(text)), slots)


def _slot_for(value: str, quote: str, slots: dict[str, str]) -> str:
    """The slot of a value: the same for the same value."""
    for slot, before in slots.items():
        if before == value:
            return slot
    slot = f"{'var' if quote == '`' and _is_name(value) else 'str'}_{len(slots)}"
    slots[slot] = value
    return slot


def with_slots(module: ast.Module, slots: Mapping[str, str]) -> ast.Module:
    """The code with slots instead of what the intent quotes. The module itself is not changed."""
    copy = ast.parse(ast.unparse(module))
    replaced: ast.Module = _ToSlots(slots).visit(copy)
    return replaced


def without_slots(module: ast.Module, slots: Mapping[str, str]) -> ast.Module:
    """The inverse: replaces slots by their values. Changes the module."""
    filled: ast.Module = ast.fix_missing_locations(_FromSlots(slots).visit(module))
    return filled


class _ToSlots(ast.NodeTransformer):
    def __init__(self, slots: Mapping[str, str]) -> None:
        self.texts = {value: slot for slot, value in slots.items()}
        self.expressions = {
            source: slot for slot, value in slots.items() if (source := _expression_source(value))
        }

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr) and not isinstance(node, ast.Name | ast.Constant) and self.expressions:
            slot = self.expressions.get(ast.unparse(node))
            if slot is not None and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                return ast.Name(id=slot, ctx=ast.Load())
        for name, value in ast.iter_fields(node):
            if isinstance(value, str) and value in self.texts:
                setattr(node, name, self.texts[value])
            elif isinstance(value, list):
                setattr(node, name, [self._listed(item) for item in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    def _listed(self, item: object) -> object:
        if isinstance(item, ast.AST):
            return self.visit(item)
        return self.texts.get(item, item) if isinstance(item, str) else item


class _FromSlots(ast.NodeTransformer):
    def __init__(self, slots: Mapping[str, str]) -> None:
        self.slots = slots

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self.slots.get(node.id)
        if value is None:
            return node
        if _is_name(value):
            return ast.Name(id=value, ctx=node.ctx)
        tree = python.parse(f"({value})")
        first = tree.body[0] if tree and len(tree.body) == 1 else None
        # A value that is not an expression can only be a string.
        return first.value if isinstance(first, ast.Expr) else ast.Constant(value=value)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, value in ast.iter_fields(node):
            text = self.slots.get(value) if isinstance(value, str) else None
            if text is not None and _may_be_written(text, node):
                setattr(node, name, text)
        return super().generic_visit(node)


def _expression_source(value: str) -> str:
    """The source of a value that is an expression; empty for names, literals and other text."""
    tree = python.parse(f"({value})")
    first = tree.body[0] if tree and len(tree.body) == 1 else None
    if not isinstance(first, ast.Expr) or isinstance(first.value, ast.Name | ast.Constant):
        return ""
    return ast.unparse(first.value)


def _may_be_written(text: str, node: ast.AST) -> bool:
    """Whether a text can be in a field of a node: anything in a literal, dotted names in imports."""
    if isinstance(node, ast.alias | ast.ImportFrom):
        return all(map(_is_name, text.split(".")))
    return isinstance(node, ast.Constant) or _is_name(text)


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)
