"""Python -> its syntax tree, and how often each subtree stands in it. Broken code has a tree, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from asmeant.metrics.tokens import library


@lru_cache(64)
def root(code: str) -> Any:
    """The top node of tree-sitter's tree."""
    return _parser().parse(code.encode("utf-8", "replace")).root_node


@cache
def _parser() -> Any:
    tree_sitter = library("tree_sitter", "codebleu")
    grammar = library("tree_sitter_python", "codebleu")
    return tree_sitter.Parser(tree_sitter.Language(grammar.language()))


@lru_cache(512)
def subtrees(code: str) -> Mapping[int, int]:
    """How often each shape with children stands in the tree. A shape is a number, the same in all trees.

    It is made of the node's kind and its children's shapes: names and values of leaves do not count.
    """
    counts: Counter[int] = Counter()
    # Children before parents, without recursion: a long sum is a deep tree.
    # Each access to a node makes new objects, so a node that was entered is left as its kind alone.
    done: list[list[int]] = [[]]
    stack: list[Any] = [root(code)]
    while stack:
        node = stack.pop()
        if node.__class__ is str:
            inner = tuple(done.pop())
            shape = hash((node, inner))
            if inner:
                counts[shape] += 1
            done[-1].append(shape)
        elif children := node.named_children:
            stack.append(node.type)
            stack.extend(reversed(children))
            done.append([])
        elif (kind := node.type) != "comment":
            done[-1].append(hash(kind))
    return counts
