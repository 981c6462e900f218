"""Candidates, references -> CodeBLEU (Ren et al. 2020): tokens, keywords, syntax and data flow together."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from keyword import kwlist
from math import exp, log
from typing import ClassVar, Literal, TypeVar

from asmeant.metrics.codebleu_odex import by_characters, white_space
from asmeant.metrics.comparing import Comparison, summed
from asmeant.metrics.data_flow import data_flow
from asmeant.metrics.ngrams import shared
from asmeant.metrics.protocols import CONALA, MetricProtocol, Tokenizer
from asmeant.metrics.syntax import subtrees
from asmeant.metrics.tokens import Tokens, version
from asmeant.records import Task
from asmeant.seams import Statistic

ORDER = 4
KEYWORDS = frozenset(kwlist)
# A keyword counts five times as much as any other token.
KEYWORD_WEIGHT = 5.0
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class CodeBleuProtocol(MetricProtocol):
    tokenizer: Tokenizer = CONALA
    weights: Literal["equal"] = "equal"
    references: Literal["each character"] | None = None


class CodeBleu(Comparison):
    """CodeBLEU of Python: the mean of four matches, of tokens, keywords, syntax and data flow."""

    title = "codebleu"
    protocols: ClassVar[Mapping[str, CodeBleuProtocol]] = {
        "official": CodeBleuProtocol(
            "the best reference, the mean over tasks; without data flow, the mean of the other three"
        ),
        "mean": CodeBleuProtocol("the same, the mean over all candidates of a task", "all of each task"),
        "best": CodeBleuProtocol("the same, the best candidate of each task", "best of each task"),
        "odex": CodeBleuProtocol(
            "as ODEX's code scores: by mistake each character of the reference is taken for a reference",
            "best of each task",
            Tokenizer("white space", white_space),
            references="each character",
        ),
    }
    width = 2

    @property
    def rule(self) -> CodeBleuProtocol:
        return self.protocols[self.protocol]

    def references(self, task: Task) -> Sequence[str]:
        return super().references(task) if task.code_language == "python" else []

    def unfit(self, task: Task) -> str:
        return super().unfit(task) if task.code_language == "python" else "not Python"

    def compare(self, code: str, references: Sequence[str], task: Task) -> Statistic:
        """What it is worth, and 1 where the reference has no data flow to compare with."""
        if self.rule.references == "each character":
            return by_characters(code, references[0]), 0
        return max(codebleu(code, reference, self.rule.tokenizer) for reference in references)

    def pooled(self, statistics: Sequence[tuple[float, float]]) -> Statistic:
        return tuple(column / len(statistics) for column in summed(statistics))

    def finish(self, sums: Sequence[float], tasks: int) -> float:
        return sums[0] / tasks

    def notes(self, statistics: Sequence[tuple[float, float]]) -> str:
        without = sum(missing for _, missing in statistics)
        return "" if self.rule.references == "each character" else f"without data flow:{without:g}"

    @property
    def settings(self) -> Sequence[str]:
        return (*self.rule.settings(), version("tree-sitter"), version("tree-sitter-python"))


def codebleu(code: str, reference: str, tokenizer: Tokenizer = CONALA) -> tuple[float, float]:
    """The mean of the matches that the reference allows, and whether data flow is missing among them."""
    candidate, expected = tokenizer(code), tokenizer(reference)
    if code == reference and candidate:
        return 1.0, float(not data_flow(reference))
    # A reference of comments alone has no syntax, either.
    tree, flow = subtrees(reference), data_flow(reference)
    matches = [
        *token_match(candidate, expected, (1.0, KEYWORD_WEIGHT)),
        *([recall(subtrees(code), tree)] if tree else []),
        *([recall(data_flow(code), flow)] if flow else []),
    ]
    return sum(matches) / len(matches), float(not flow)


def recall(candidate: Mapping[Key, int], reference: Mapping[Key, int]) -> float:
    """How much of what the reference has is in the candidate, too, each as often as it is there."""
    shared_count = sum(min(count, candidate[key]) for key, count in reference.items() if key in candidate)
    return shared_count / sum(reference.values())


def token_match(candidate: Tokens, reference: Tokens, keyword_weights: Sequence[float]) -> list[float]:
    """BLEU of one candidate, once for each weight that keywords may have among single tokens.

    Orders that the reference is long enough for, and one added to both counts above the first (Lin and Och
    2004).
    """
    if not candidate:
        return [0.0 for _ in keyword_weights]
    orders = min(ORDER, len(reference))
    matches = shared(candidate, reference, orders)
    higher = [
        log((matches[order - 1] + 1) / (max(len(candidate) - order + 1, 1) + 1))
        for order in range(2, orders + 1)
    ]
    brevity = min(1.0, exp(1 - len(reference) / len(candidate)))
    keywords = [(candidate.count(word), reference.count(word)) for word in KEYWORDS.intersection(candidate)]
    values = []
    for weight in keyword_weights:
        more = weight - 1
        matched = matches[0] + more * sum(min(mine, theirs) for mine, theirs in keywords)
        total = len(candidate) + more * sum(mine for mine, _ in keywords)
        values.append(brevity * exp((log(matched / total) + sum(higher)) / orders) if matched else 0.0)
    return values
