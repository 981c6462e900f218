"""Candidates, references -> corpus BLEU (Papineni et al. 2002), by the definitions of several papers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp, log
from typing import ClassVar

from asmeant.languages import python
from asmeant.metrics.character_bleu import sentence_bleu
from asmeant.metrics.comparing import Comparison, summed
from asmeant.metrics.ngrams import grams, shared
from asmeant.metrics.tokens import Tokens, conala, mteval_13a, spaced
from asmeant.records import Candidate, Task
from asmeant.seams import Statistic

ORDER = 4


def _as_odex(code: str) -> Tokens:
    return mteval_13a(spaced(code))


def _as_mbart(code: str) -> Tokens:
    """One line a text, as its files have it: a line's end is written as a backslash and an n."""
    return mteval_13a(code.replace("\n", "\\n"))


def _as_tae(code: str) -> Tokens:
    """Lower case, and written anew from its syntax tree where it has one."""
    return conala(rewritten(code.lower()) or code.lower())


@lru_cache(512)
def rewritten(code: str) -> str:
    """The same program in one style; nothing for what is not Python."""
    tree = python.parse(code)
    try:
        return ast.unparse(tree) if tree else ""
    except RecursionError:
        return ""


_TOKENIZERS: dict[str, Callable[[str], Tokens]] = {"odex": _as_odex, "mbart": _as_mbart, "tae": _as_tae}
_SETTINGS = {
    "official": "tokenizer:conala|smoothing:none|reference-length:closest",
    "mean": "tokenizer:conala|smoothing:none|reference-length:closest",
    "conala": "tokenizer:conala|smoothing:none|reference-length:shortest",
    "tranx": "tokenizer:conala|smoothing:none|reference-length:shortest",
    "tae": "tokenizer:conala, lower case, rewritten|smoothing:none|reference-length:shortest",
    "mbart": "tokenizer:13a|smoothing:exp|reference-length:closest",
    "odex": "tokenizer:conala then 13a|smoothing:add-one|reference-length:shortest",
    "nl2bash": "tokenizer:characters|smoothing:none|reference-length:closest",
}


class Bleu(Comparison):
    """Corpus BLEU-4 over code tokens, all references."""

    title = "bleu"
    protocols: ClassVar[dict[str, str]] = {
        "official": "CoNaLa's tokens, no smoothing, all references, the closest reference's length",
        "mean": "the same over all candidates of a task, not only the first",
        "conala": "as CoNaLa scores: the same, with the shortest reference's length",
        "tranx": "as TranX scores: only tasks whose reference parses; the first candidate that parses",
        "tae": "as TAE scores: lower case, both sides rewritten from their syntax trees",
        "mbart": "as MCoNaLa scores mBART: sacrebleu, 13a tokens, exponential smoothing",
        "odex": "as ODEX scores: 13a over CoNaLa's tokens, add-one smoothing, the best rank's score",
        "nl2bash": "as NL2Bash scores: of characters, one task at a time, the mean over tasks",
    }
    width = 2 * ORDER + 2

    def __init__(self, protocol: str = "official") -> None:
        super().__init__(protocol)
        if protocol == "nl2bash":
            self.width = 1

    def references(self, task: Task) -> Sequence[str]:
        references = super().references(task)
        if self.protocol not in ("tranx", "tae"):
            return references
        if task.code_language != "python":
            return []
        seen = str.lower if self.protocol == "tae" else str
        return [reference for reference in references if python.parses(seen(reference))]

    def unfit(self, task: Task) -> str:
        if self.protocol in ("tranx", "tae") and super().references(task):
            return "reference does not parse" if task.code_language == "python" else "not Python"
        return super().unfit(task)

    def codes(self, candidates: Sequence[Candidate]) -> Sequence[str]:
        if self.protocol != "tranx":
            return super().codes(candidates)
        ordered = sorted(candidates, key=lambda candidate: candidate.rank)
        good = (candidate.code for candidate in ordered if python.parses(candidate.code))
        return [next(good, "")]

    @property
    def chosen(self) -> str:
        return "first that parses" if self.protocol == "tranx" else super().chosen

    def compare(self, code: str, references: Sequence[str], task: Task) -> Statistic:
        if self.protocol == "nl2bash":
            return sentence_bleu(code, references)
        tokens = _TOKENIZERS.get(self.protocol, conala)
        closest = self.protocol in ("official", "mean", "mbart")
        return ngram_counts(tokens(code), [tokens(reference) for reference in references], closest)

    def pooled(self, found: Sequence[tuple[float, ...]]) -> Statistic:
        return summed(found)

    def finish(self, sums: Sequence[float], tasks: int) -> float:
        if self.protocol == "nl2bash":
            return super().finish(sums, tasks)
        return bleu(sums, {"odex": "add-one", "mbart": "exp"}.get(self.protocol, "none"))

    @property
    def settings(self) -> str:
        return f"order:{ORDER}|{_SETTINGS[self.protocol]}"


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
    there = [grams(reference, order).counts for reference in references]
    found = grams(candidate, order).counts
    return sum(min(count, max(one.get(gram, 0) for one in there)) for gram, count in found.items())


def bleu(sums: Sequence[float], smoothing: str = "none") -> float:
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


def _precisions(matches: Sequence[float], totals: Sequence[float], smoothing: str) -> list[float]:
    if smoothing == "add-one":
        return [(match + 1) / (total + 1) for match, total in zip(matches, totals, strict=True)]
    found, halved = [], 1.0
    for match, total in zip(matches, totals, strict=True):
        if smoothing == "exp" and total and not match and any(matches):
            halved /= 2
            found.append(halved / total)
        else:
            found.append(match / total if total else 0.0)
    return found
