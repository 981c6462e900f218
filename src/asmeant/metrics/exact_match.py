"""Candidates, references -> the share of candidates that are a reference, letter by letter or nearly so."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar

from asmeant.metrics.bleu import rewritten
from asmeant.metrics.comparing import Comparison
from asmeant.metrics.tokens import conala
from asmeant.records import Task


class ExactMatch(Comparison):
    """Whether the candidate is the same text as a reference."""

    title = "exact-match"
    protocols: ClassVar[dict[str, str]] = {
        "official": "the same text, but for white space at the ends of lines and of the whole",
        "mean": "the same, the share of all candidates of a task",
        "best": "the same, whether any candidate of a task is",
        "conala": "as CoNaLa: the same tokens, so no indentation and one kind of quote",
        "syntax": "the same syntax tree; for what does not parse, the same text",
    }

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        return float(self._form(code, task) in {self._form(reference, task) for reference in references})

    def _form(self, code: str, task: Task) -> Hashable:
        if self.protocol == "conala":
            return conala(code)
        plain = "\n".join(line.rstrip() for line in code.strip().splitlines())
        if self.protocol == "syntax" and task.code_language == "python":
            return rewritten(plain) or plain
        return plain

    @property
    def settings(self) -> str:
        form = {"conala": "tokens", "syntax": "syntax tree"}.get(self.protocol, "text")
        return f"form:{form}"
