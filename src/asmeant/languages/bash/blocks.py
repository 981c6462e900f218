"""Compound statements -> Block: keywords, words and sequences, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from asmeant.languages.bash import syntax
from asmeant.languages.bash.command import Argument, Block, Operator, Sequence

if TYPE_CHECKING:
    from asmeant.languages.bash.understanding import Understanding

Item = str | syntax.Word | syntax.CommandList | syntax.Command


def _block(kind: str, items: Callable[[Any], Iterator[Item]]) -> Callable[[Understanding, Any], Block]:
    def build(understanding: Understanding, node: Any) -> Block:
        span = understanding.span(node.start, node.end)
        built = tuple(_build_item(understanding, item, span) for item in items(node))
        redirections = tuple(map(understanding.redirected, getattr(node, "redirections", ())))
        name = "until" if getattr(node, "until", False) else kind
        return Block(*span, name, built, redirections)

    return build


def _build_item(
    understanding: Understanding, item: Item, span: tuple[int, int]
) -> Operator | Argument | Sequence:
    if isinstance(item, str):
        return Operator(*span, item)
    if isinstance(item, syntax.Word):
        return understanding.word(item, "Text")
    if isinstance(item, syntax.CommandList):
        return understanding.sequence(item)
    item_span = understanding.span(item.start, item.end)
    return Sequence(*item_span, (understanding.command(item),), ("",))


def _if(node: syntax.If) -> Iterator[Item]:
    for number, branch in enumerate(node.branches):
        yield "elif" if number else "if"
        yield branch.condition
        yield "then"
        yield branch.body
    if node.otherwise is not None:
        yield "else"
        yield node.otherwise
    yield "fi"


def _while(node: syntax.While) -> Iterator[Item]:
    yield from ("until" if node.until else "while", node.condition, "do", node.body, "done")


def _for(node: syntax.For | syntax.Select) -> Iterator[Item]:
    yield from ("select" if isinstance(node, syntax.Select) else "for", node.name)
    if node.words is not None:
        yield "in"
        yield from node.words
    yield from (";", "do", node.body, "done")


def _arithmetic_for(node: syntax.ArithmeticFor) -> Iterator[Item]:
    heads = (node.initial, node.condition, node.update)
    yield "for ((" + "; ".join(head.text.strip() for head in heads) + "));"
    yield from ("do", node.body, "done")


def _case(node: syntax.Case) -> Iterator[Item]:
    yield from ("case", node.subject, "in")
    for clause in node.clauses:
        for number, pattern in enumerate(clause.patterns):
            yield from ("|", pattern) if number else (pattern,)
        yield from (")", clause.body, clause.terminator or ";;")
    yield "esac"


def _bracket(node: syntax.DoubleBracket) -> Iterator[Item]:
    yield "[["
    yield from _condition(node.condition)
    yield "]]"


def _condition(node: syntax.Condition) -> Iterator[Item]:
    match node:
        case syntax.Question(operator=operator, operands=operands):
            if len(operands) == 2:
                yield from (operands[0], operator, operands[1])
            else:
                yield from (*((operator,) if operator else ()), *operands)
        case syntax.Not(operand=operand):
            yield "!"
            yield from _condition(operand)
        case syntax.Logical(operator=operator, operands=operands):
            for number, operand in enumerate(operands):
                if number:
                    yield operator
                yield from _condition(operand)
        case syntax.Grouped(inner=inner):
            yield "("
            yield from _condition(inner)
            yield ")"


BLOCKS: dict[type, Callable[[Understanding, Any], Block]] = {
    syntax.Subshell: _block("subshell", lambda node: iter(("(", node.body, ")"))),
    syntax.Group: _block("group", lambda node: iter(("{", node.body, "}"))),
    syntax.If: _block("if", _if),
    syntax.While: _block("while", _while),
    syntax.For: _block("for", _for),
    syntax.Select: _block("select", _for),
    syntax.ArithmeticFor: _block("for", _arithmetic_for),
    syntax.Case: _block("case", _case),
    syntax.DoubleBracket: _block("condition", _bracket),
    syntax.ArithmeticCommand: _block("arithmetic", lambda node: iter(("((", node.expression, "))"))),
    syntax.FunctionDefinition: _block("function", lambda node: iter((node.name, "()", node.body))),
    syntax.Coprocess: _block(
        "coprocess", lambda node: iter(("coproc", *((node.name,) if node.name else ()), node.command))
    ),
}
