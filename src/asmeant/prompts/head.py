"""Scaffold -> the head of its function, and the lines of the body that it already contains."""

from __future__ import annotations

import re
from dataclasses import dataclass

from asmeant.languages import python
from asmeant.records import Scaffold

_HEAD_ENDS = re.compile(r":[ \t]*(?:#[^\n]*)?\n")


@dataclass(frozen=True, slots=True)
class Head:
    """`before` in three: the code above the definition, the head without its newline, and the code below."""

    preamble: str
    definition: str
    lead: str

    @property
    def returns(self) -> bool:
        """Whether the code continues a `return`."""
        return re.search(r"\breturn[ \t(]*$", self.lead) is not None

    @property
    def margin(self) -> str:
        """The indentation of the body."""
        first = next((line for line in self.lead.split("\n") if line), "")
        return first[: len(first) - len(first.lstrip())] or python.INDENT


def split_before(scaffold: Scaffold) -> Head | None:
    """None if `before` does not begin the function that the probes call."""
    before, entry = scaffold.before, scaffold.entry
    definition = re.search(rf"^(?:async[ \t]+)?def[ \t]+{re.escape(entry)}\b", before, re.MULTILINE)
    if not entry or definition is None:
        return None
    preamble = python.preamble(before, entry)
    ends = _HEAD_ENDS.search(before, definition.end())
    if ends is None:
        return None
    return Head(preamble, before[len(preamble) : ends.end() - 1], before[ends.end() :])
