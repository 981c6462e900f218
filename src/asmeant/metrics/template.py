"""References, candidates -> how much of a Bash command's form is the same, whatever its arguments.

command       the same command in normal form: needless quotes, bundles and the order of flags aside
template      the same template: each argument only by its type
tm            the cosine of the bags of utilities, flags and operators: what the code of NL2Bash computes
tm-overlap    the share of them that both have: what the paper says of TM

What is not Bash is not close to anything. A reference that is not Bash does not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import ClassVar

from asmeant.languages.bash.command import Argument, Call, Flag, Inner, Redirected
from asmeant.languages.bash.knowledge import COARSER
from asmeant.languages.bash.normal import Normal
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.template import MARK, Template
from asmeant.languages.bash.understanding import understand
from asmeant.languages.bash.writing import Writer
from asmeant.metrics.best_of import BestOf
from asmeant.metrics.protocols import MetricProtocol
from asmeant.records import Task

Bag = Counter[str]


class _Structure(Template):
    """What is left of a template without its arguments. A flag is told apart by the types of its own."""

    def flag(self, node: Flag) -> Iterator[str]:
        types = [COARSER.get(part.type, part.type) for part in node.arguments if isinstance(part, Argument)]
        yield " ".join([node.name, *types])
        for part in node.arguments:
            if isinstance(part, Argument | Call):
                yield from self.part(part)

    def argument(self, node: Argument) -> Iterator[str]:
        for inner in node.inner:
            yield from self.substitution(inner)

    def substitution(self, node: Inner) -> Iterator[str]:
        yield from [node.kind] if node.kind != "script" else []
        yield from self.sequence(node.body)

    def redirected(self, node: Redirected) -> Iterator[str]:
        yield f"{node.fd}{node.operator}"
        yield from self.argument(node.target)


_FORMS: dict[str, Writer] = {"command": Normal(), "template": Template(), "structure": _Structure()}
# What a template adds where a command leaves it out: arguments, and so no part of the structure.
_ADDED = frozenset({MARK, "Path"})


@lru_cache(maxsize=16_384)
def _tokens(command: str, form: str) -> tuple[str, ...] | None:
    """Those of a command in one of its forms; None for what is not Bash."""
    try:
        return tuple(_FORMS[form].command(understand(command)))
    except BashSyntaxError:
        return None


def command_tokens(command: str) -> tuple[str, ...]:
    """Its utilities, flags, arguments and operators; of what is not Bash, its words."""
    tokens = _tokens(command, "command")
    return tuple(command.split()) if tokens is None else tokens


def structure(command: str) -> Bag:
    """How often each utility, flag and operator is in a command; nothing for what is not Bash."""
    return Counter(token for token in _tokens(command, "structure") or () if token not in _ADDED)


def cosine(one: Bag, other: Bag) -> float:
    """Of the angle between two bags: 1 for the same proportions, 0 where they share nothing."""
    lengths = sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return sum(count * other[token] for token, count in one.items()) / lengths if lengths else 0.0


def overlap(one: Bag, other: Bag) -> float:
    """The share of what either has that both have."""
    return (one & other).total() / either if (either := (one | other).total()) else 0.0


class _OfBash(BestOf):
    languages: ClassVar[frozenset[str]] = frozenset({"bash"})

    def references(self, task: Task) -> Sequence[str]:
        references = super().references(task)
        return [reference for reference in references if _tokens(reference, "template") is not None]

    def unfit(self, task: Task) -> str:
        return "reference is not Bash" if task.references else super().unfit(task)


def _official(about: str) -> Mapping[str, MetricProtocol]:
    return {"official": MetricProtocol(about, "best of each task")}


class SameCommand(_OfBash):
    """Whether one of the first k candidates is a reference, spelling aside: quotes, order of flags."""

    title = "command"
    protocols: ClassVar = _official("the same normal form")

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        tokens = _tokens(code, self.title)
        return float(bool(tokens) and tokens in [_tokens(reference, self.title) for reference in references])


class SameTemplate(SameCommand):
    """Whether one of the first k candidates has the template of a reference: its arguments only by type."""

    title = "template"
    protocols: ClassVar = _official("the same utilities, flags and types of arguments in the same order")


class TemplateMatch(_OfBash):
    """TM as NL2Bash computes it: cosine of utilities, flags and operators, best of k candidates."""

    title = "tm"
    protocols: ClassVar = _official("cosine of bags of utilities, flags and operators")

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        return max(cosine(structure(code), structure(reference)) for reference in references)


class TemplateOverlap(_OfBash):
    """TM as NL2Bash describes it: share of utilities, flags and operators in both, best of k candidates."""

    title = "tm-overlap"
    protocols: ClassVar = _official("shared utilities, flags and operators of all that either has")

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        return max(overlap(structure(code), structure(reference)) for reference in references)
