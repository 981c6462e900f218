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
    # Parents before children, and then back, without recursion: a long sum is a deep tree.
    nodes = [root(code)]
    inner: list[tuple[int, int, int]] = []  # the place of a node, and where its children begin and end
    may_have_comments = "#" in code
    for place, node in enumerate(nodes):
        if node.named_child_count:
            start, children = len(nodes), node.named_children
            if may_have_comments:
                children = [child for child in children if child.type != "comment"]
            nodes += children
            inner.append((place, start, len(nodes)))
    shapes = [node.kind_id for node in nodes]
    for place, start, end in reversed(inner):
        shapes[place] = hash((shapes[place], *shapes[start:end]))
    return Counter([shapes[place] for place, start, end in inner if start < end])
