"""Typed command tree -> nested dicts and lists, for JSON and for drawing."""

from __future__ import annotations

from typing import Any

from asmeant.languages.bash.command import (
    Argument,
    Assigned,
    Block,
    Call,
    Flag,
    Inner,
    Logic,
    Node,
    Operator,
    Pipe,
    Redirected,
    Sequence,
    children,
)


def outline(node: Node) -> dict[str, Any]:
    """`node` is the type of the node, `start` and `end` its position."""
    return {
        "node": type(node).__name__.lower(),
        **_own(node),
        "start": node.start,
        "end": node.end,
        "children": [outline(child) for child in children(node)],
    }


def _own(node: Node) -> dict[str, Any]:
    match node:
        case Call():
            return {"name": node.name, "known": node.known is not None}
        case Flag():
            return {"name": node.name, "known": node.known is not None}
        case Argument():
            return {"type": node.type, "text": node.text, "value": node.value, "name": node.name}
        case Operator():
            return {"text": node.text}
        case Inner() | Block():
            return {"kind": node.kind}
        case Assigned():
            return {"name": node.name}
        case Redirected():
            return {"operator": node.operator, "fd": node.fd}
        case Pipe():
            return {"operators": node.operators, "negated": node.negated, "timed": node.timed}
        case Logic():
            return {"operators": node.operators}
        case Sequence():
            return {"separators": node.separators}
