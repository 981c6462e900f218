"""What tests of the parser look at: a tree in one line, and whether its spans are in order."""

from __future__ import annotations

from asmeant.languages.bash import syntax
from asmeant.languages.bash.syntax import Node, Word, children, walk


def sketch(node: object) -> str:
    """`Kind(field field ...)` with words as they are in the source, and without what is empty."""
    if isinstance(node, syntax.Script):
        return sketch(node.body)
    if isinstance(node, syntax.CommandList):
        return " ".join(sketch(item.command) + item.separator.replace("\n", "⏎") for item in node.items)
    if isinstance(node, syntax.SimpleCommand):
        return " ".join(
            ["<" + " ".join(map(sketch, (*node.assignments, *node.words, *node.redirections))) + ">"]
        )
    if isinstance(node, syntax.Redirection):
        return f"{node.fd or ''}{node.operator}{node.target.text}"
    if isinstance(node, syntax.Assignment):
        subscript = f"[{node.subscript.text}]" if node.subscript else ""
        return f"{node.name}{subscript}{'+' * node.append}={sketch(node.value) if node.value else ''}"
    if isinstance(node, Word):
        return node.text
    if isinstance(node, tuple):
        return " ".join(map(sketch, node))
    if isinstance(node, Node):
        names = [name for kind in reversed(type(node).__mro__) for name in getattr(kind, "__slots__", ())]
        values = (getattr(node, name) for name in names if name not in ("start", "end"))
        shown = (name_of(value) for value in values if value not in ((), None, "", False))
        return f"{type(node).__name__}({' '.join(shown)})"
    return str(node)


def name_of(value: object) -> str:
    return "yes" if value is True else sketch(value)


def check_spans(script: syntax.Script) -> None:
    """Children lie in their parents and do not overlap; the parts of a word follow each other without a gap."""
    for node in walk(script):
        below = sorted(
            (child.start, child.end) for child in children(node) if not isinstance(child, syntax.HereDocument)
        )
        bounds = [node.start, *(bound for span in below for bound in span), node.end]
        assert bounds == sorted(bounds), (node, bounds)
        if isinstance(node, Word):
            assert node.text == script.text_of(node)
            ends = [node.start, *(part.end for part in node.parts)]
            assert [part.start for part in node.parts] == ends[:-1], node
            assert ends[-1] == node.end, node
