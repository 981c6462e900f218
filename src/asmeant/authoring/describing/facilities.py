"""Task -> what its reference uses, and what it is given. Pure: nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from asmeant.analysis.intent_names import given_names
from asmeant.authoring.varying import read_check
from asmeant.authoring.varying.examples import Examples
from asmeant.languages import python
from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.bash.command import calls
from asmeant.languages.bash.understanding import understand
from asmeant.records import Task


@dataclass(frozen=True, slots=True)
class Facilities:
    """`used` are libraries, functions and keywords of the code; `given` are names that it needs.

    `examples` are the calls of the first check that can be parsed.
    """

    used: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    examples: Examples = ()

    @property
    def argument_types(self) -> frozenset[str]:
        return frozenset(type(value).__name__ for example in self.examples for value in example.arguments)


NOTHING = Facilities()


def facilities(task: Task) -> Facilities:
    """From the first reference, and the first check that consists of calls with literal arguments."""
    code = task.references[0] if task.references else ""
    examples = next((call[1] for call in map(read_check, task.checks) if call), ())
    if task.code_language == "bash":
        return Facilities(frozenset(_utilities(code)), frozenset(), examples)
    own_functions = set(python.functions(code))
    used = frozenset(name.lower() for name in _used(code) if name not in own_functions)
    return Facilities(used, frozenset(given_names(code) or ()), examples)


def _used(code: str) -> Iterator[str]:
    tree = python.parse(python.dedent(code))
    for node in ast.walk(tree) if tree else ():
        match node:
            case ast.Import(names=names):
                yield from (part for alias in names for part in (alias.name, alias.asname or ""))
            case ast.ImportFrom(module=module, names=names):
                yield from (module or "", *(alias.name for alias in names))
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield name
            case ast.Lambda():
                yield "lambda"
            case ast.Dict() | ast.DictComp() | ast.Set() | ast.SetComp() | ast.List() | ast.ListComp():
                yield type(node).__name__.removesuffix("Comp")


def _utilities(code: str) -> Iterator[str]:
    try:
        yield from (call.name for call in calls(understand(code)) if call.name)
    except BashSyntaxError:
        return
