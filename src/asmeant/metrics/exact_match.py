"""Candidates, references -> the share of candidates that are a reference, letter by letter or nearly so."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from asmeant.metrics.bleu import rewritten
from asmeant.metrics.comparing import Comparison
from asmeant.metrics.protocols import MetricProtocol
from asmeant.metrics.tokens import conala
from asmeant.records import Task


@dataclass(frozen=True, slots=True)
class ExactMatchProtocol(MetricProtocol):
    form: Literal["text", "tokens", "syntax tree"] = "text"


class ExactMatch(Comparison):
    """Whether the candidate is the same text as a reference."""

    title = "exact-match"
    protocols: ClassVar[Mapping[str, ExactMatchProtocol]] = {
        "official": ExactMatchProtocol(
            "the same text, but for white space at the ends of lines and of the whole"
        ),
        "mean": ExactMatchProtocol("the same, the share of all candidates of a task", "all of each task"),
        "best": ExactMatchProtocol("the same, whether any candidate of a task is", "best of each task"),
        "conala": ExactMatchProtocol(
            "as CoNaLa: the same tokens, so no indentation and one kind of quote", form="tokens"
        ),
        "syntax": ExactMatchProtocol(
            "the same syntax tree; for what does not parse, the same text", form="syntax tree"
        ),
    }

    @property
    def rule(self) -> ExactMatchProtocol:
        return self.protocols[self.protocol]

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        return float(self._form(code, task) in {self._form(reference, task) for reference in references})

    def _form(self, code: str, task: Task) -> Hashable:
        if self.rule.form == "tokens":
            return conala(code)
        text = "\n".join(line.rstrip() for line in code.strip().splitlines())
        if self.rule.form == "syntax tree" and task.code_language == "python":
            return rewritten(text) or text
        return text
