"""Candidates, references -> corpus BLEU (Papineni et al. 2002), by the definitions of several papers."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from typing import ClassVar, Literal

from asmeant.languages import python
from asmeant.metrics.character_bleu import sentence_bleu
from asmeant.metrics.comparing import Comparison, summed
from asmeant.metrics.ngrams import grams, shared
from asmeant.metrics.protocols import CONALA, MetricProtocol, Tokenizer
from asmeant.metrics.tokens import Tokens, conala, mteval_13a, spaced
from asmeant.records import Candidate, Task
from asmeant.seams import Statistic

ORDER = 4
Smoothing = Literal["none", "add-one", "exp"]


@lru_cache(512)
def rewritten(code: str) -> str:
    """The same program in one style; nothing for what is not Python."""
    tree = python.parse(code)
    try:
        return ast.unparse(tree) if tree else ""
    except RecursionError:
        return ""


def _as_odex(code: str) -> Tokens:
    return mteval_13a(spaced(code))


def _as_mbart(code: str) -> Tokens:
    """One line a text, as its files have it: a line's end is written as a backslash and an n."""
    return mteval_13a(code.replace("\n", "\\n"))


def _as_tae(code: str) -> Tokens:
    """Written anew from its syntax tree where it has one."""
    return conala(rewritten(code) or code)


CHARACTERS = Tokenizer("characters", tuple)
MBART = Tokenizer("13a", _as_mbart)
ODEX = Tokenizer("conala then 13a", _as_odex)
TAE = Tokenizer("conala, lower case, rewritten", _as_tae, prepare=str.lower)


@dataclass(frozen=True, slots=True)
class BleuProtocol(MetricProtocol):
    """How BLEU is computed. Without an aggregation, n-grams of all tasks are counted together."""

    order: int = ORDER
    tokenizer: Tokenizer = CONALA
    smoothing: Smoothing = "none"
    reference_length: Literal["closest", "shortest"] = "closest"
    references: Literal["that parse"] | None = None
    aggregation: Literal["mean over tasks"] | None = None


class Bleu(Comparison):
    """Corpus BLEU-4 over code tokens, all references."""

    title = "bleu"
    protocols: ClassVar[Mapping[str, BleuProtocol]] = {
        "official": BleuProtocol(
            "CoNaLa's tokens, no smoothing, all references, the closest reference's length"
        ),
        "mean": BleuProtocol("the same over all candidates of a task", "all of each task"),
        "conala": BleuProtocol(
            "as CoNaLa scores: the same, with the shortest reference's length", reference_length="shortest"
        ),
        "tranx": BleuProtocol(
            "as TranX scores: only tasks whose reference parses; the first candidate that parses",
            "first that parses",
            reference_length="shortest",
            references="that parse",
        ),
        "tae": BleuProtocol(
            "as TAE scores: lower case, both sides rewritten from their syntax trees",
            tokenizer=TAE,
            reference_length="shortest",
            references="that parse",
        ),
        "mbart": BleuProtocol(
            "as MCoNaLa scores mBART: sacrebleu, 13a tokens, exponential smoothing",
            tokenizer=MBART,
            smoothing="exp",
        ),
        "odex": BleuProtocol(
            "as ODEX scores: 13a over CoNaLa's tokens, add-one smoothing, the best rank's score",
            "best rank over all tasks",
            tokenizer=ODEX,
            smoothing="add-one",
            reference_length="shortest",
        ),
        "nl2bash": BleuProtocol(
            "as NL2Bash scores: of characters, one task at a time, the mean over tasks",
            tokenizer=CHARACTERS,
            aggregation="mean over tasks",
        ),
    }

    def __init__(self, protocol: str = "official") -> None:
        super().__init__(protocol)
        self.width = 1 if self.rule.aggregation else 2 * ORDER + 2

    @property
    def rule(self) -> BleuProtocol:
        return self.protocols[self.protocol]

    def references(self, task: Task) -> Sequence[str]:
        references = super().references(task)
        if self.rule.references is None:
            return references
        if task.code_language != "python":
            return []
        return [text for text in references if python.parses(self.rule.tokenizer.prepare(text))]

    def unfit(self, task: Task) -> str:
        if self.rule.references and super().references(task):
            return "reference does not parse" if task.code_language == "python" else "not Python"
        return super().unfit(task)

    def codes(self, candidates: Sequence[Candidate]) -> Sequence[str]:
        codes = super().codes(candidates)
        if self.rule.candidate != "first that parses":
            return codes
        return [next(filter(python.parses, codes), "")]

    def compare(self, code: str, references: Sequence[str], task: Task) -> Statistic:
        tokens = self.rule.tokenizer(code)
        others = [self.rule.tokenizer(reference) for reference in references]
        if self.rule.aggregation == "mean over tasks":
            return sentence_bleu(tokens, others)
        return ngram_counts(tokens, others, self.rule.reference_length == "closest")

    def pooled(self, statistics: Sequence[tuple[float, ...]]) -> Statistic:
        return summed(statistics)

    def finish(self, sums: Sequence[float], tasks: int) -> float:
        return super().finish(sums, tasks) if self.rule.aggregation else bleu(sums, self.rule.smoothing)


def ngram_counts(candidate: Tokens, references: Sequence[Tokens], closest: bool) -> tuple[float, ...]:
    """Matches of each order, n-grams of each order, and both lengths: what corpus BLEU adds up."""
    if len(references) == 1:
        matches = shared(candidate, references[0], ORDER)
    else:
        matches = [_matches(candidate, references, order) for order in range(1, ORDER + 1)]
    totals = [max(len(candidate) - order + 1, 0) for order in range(1, ORDER + 1)]
    lengths = sorted(map(len, references))
    length = min(lengths, key=lambda length: abs(length - len(candidate))) if closest else lengths[0]
    return (*matches, *totals, len(candidate), length)


def _matches(candidate: Tokens, references: Sequence[Tokens], order: int) -> int:
    """Each n-gram counts as often as in the reference that has most of it."""
    in_references = [grams(reference, order) for reference in references]
    in_candidate = grams(candidate, order)
    return sum(
        min(count, max(counts.get(gram, 0) for counts in in_references))
        for gram, count in in_candidate.items()
    )


def bleu(sums: Sequence[float], smoothing: Smoothing = "none") -> float:
    """The geometric mean of the precisions, times the penalty for being short."""
    matches, totals = sums[:ORDER], sums[ORDER : 2 * ORDER]
    length, reference_length = sums[2 * ORDER], sums[2 * ORDER + 1]
    if not length or not reference_length:
        return 0.0
    precisions = _precisions(matches, totals, smoothing)
    if min(precisions) <= 0:
        return 0.0
    brevity = 1.0 if length >= reference_length else exp(1 - reference_length / length)
    return brevity * exp(sum(map(log, precisions)) / ORDER)


def _precisions(matches: Sequence[float], totals: Sequence[float], smoothing: Smoothing) -> list[float]:
    if smoothing == "add-one":
        return [(match + 1) / (total + 1) for match, total in zip(matches, totals, strict=True)]
    precisions, halved = [], 1.0
    for match, total in zip(matches, totals, strict=True):
        if smoothing == "exp" and total and not match and any(matches):
            halved /= 2
            precisions.append(halved / total)
        else:
            precisions.append(match / total if total else 0.0)
    return precisions
