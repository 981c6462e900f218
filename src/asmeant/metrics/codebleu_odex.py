"""Candidate, reference -> CodeBLEU as the released code of ODEX computes it, mistake and all.

That code hands a text to a function that expects a list of references, and so each of its characters becomes
a reference. A perfect candidate is worth some 3 per cent. Kept so that published figures find their like.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import exp, log

from asmeant.metrics.syntax import root
from asmeant.metrics.tokens import Tokens, spaced

ORDER = 4
# No single character is a keyword, and other tokens weigh this much.
WEIGHT = 0.2
# What takes the place of a count of 0 in the weighted part.
EPSILON = 0.1


def white_space(code: str) -> Tokens:
    """CoNaLa's tokens, cut at white space once more."""
    return tuple(spaced(code).split())


def by_characters(code: str, reference: str) -> float:
    """The mean of four parts. The fourth is 0: a single character has no data flow."""
    tokens = white_space(code)
    characters = spaced(reference)
    if not tokens or not characters:
        return 0.0
    return (
        _ngrams(tokens, characters) + _weighted(tokens, characters) + _syntax(spaced(code), characters)
    ) / 4


def _ngrams(tokens: Tokens, characters: str) -> float:
    """BLEU with one added to all counts. A reference of one token matches once, and only single tokens."""
    matches = len(set(tokens) & set(characters))
    if not matches:
        return 0.0
    totals = [max(len(tokens) - order, 1) for order in range(ORDER)]
    precisions = [(matches * (order == 0) + 1) / (total + 1) for order, total in enumerate(totals)]
    return exp(sum(map(log, precisions)) / ORDER)


def _weighted(tokens: Tokens, characters: str) -> float:
    """The recall of single tokens, at their weight; a character counts as 1 below the line, blank or not."""
    there = set(tokens)
    weight = WEIGHT * sum(character in there for character in characters)
    if not weight:
        return 0.0
    recalls = [(weight if order == 0 else EPSILON) / len(characters) for order in range(ORDER)]
    return exp(sum(map(log, recalls)) / ORDER)


def _syntax(code: str, characters: str) -> float:
    """The share of the characters' subtrees that the candidate's tree has.

    A mark alone is a tree with an error. Errors never match here; in the tree-sitter of that day a few did,
    so that our figures are lower by up to 0.05 points of 100.
    """
    mine = {shape for shape in _shapes(code) if "ERROR" not in shape}
    counted = Counter(characters)
    shapes = [(shape, count) for character, count in counted.items() for shape in _shapes(character)]
    total = sum(count for _, count in shapes)
    return sum(count for shape, count in shapes if shape in mine) / total


@lru_cache(512)
def _shapes(code: str) -> tuple[str, ...]:
    """The top of the tree and every node with children, each written out."""
    shapes, waiting = [], [root(code)]
    while waiting:
        node = waiting.pop()
        shapes.append(str(node))
        waiting.extend(child for child in node.children if child.children)
    return tuple(shapes)
