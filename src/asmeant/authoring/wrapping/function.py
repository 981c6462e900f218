"""Intent and snippet -> a function (ODEX, section 2.2).

**Arguments** are the free names of the code that are not modules: first those that the intent quotes, in its
order, then the others, in the order of the code. **The answer** is the value of the last expression, or what
the snippet changes or binds last; names that the intent quotes are preferred.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from asmeant.authoring.wrapping.answers import answer_of, last_definition, with_answer
from asmeant.authoring.wrapping.prerequisites import Prerequisite, prerequisites
from asmeant.errors import DataError
from asmeant.languages import python
from asmeant.languages.free_names import BUILTINS, free_names
from asmeant.records import Scaffold, Task

_BACKQUOTED = re.compile(r"`([^`]+)`")
_QUOTED = re.compile(r"'([^']+)'|\"([^\"]+)\"")


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A function made from a snippet: its first line and its body. `answer` is what it returns, as source."""

    entry: str
    parameters: tuple[str, ...]
    answer: str
    imports: tuple[Prerequisite, ...]
    head: str
    body: str

    @property
    def source(self) -> str:
        return f"{self.head}{self.body}\n"

    @property
    def setup(self) -> str:
        return "\n".join(dict.fromkeys(item.statement for item in self.imports))

    def as_task(self, id_: str, intent: str, intent_language: str = "en") -> Task:
        """The task whose reference this is. Its checks are still to be written."""
        imports = f"{self.setup}\n\n\n" if self.imports else ""
        libraries = dict.fromkeys(item.library for item in self.imports if not item.is_standard)
        return Task(
            id=id_,
            intent=intent,
            intent_language=intent_language,
            references=(self.body.removeprefix(python.INDENT),),
            scaffold=Scaffold(
                before=f"{imports}{self.head}{python.INDENT}", entry=self.entry, libraries=tuple(libraries)
            ),
        )


def wrap(code: str, intent: str = "", entry: str = "f", arguments: Sequence[str] = ()) -> Wrapped:
    """The function that does what a snippet does. Raises DataError if the snippet is not Python.

    `arguments` overrides the parameters that are found.
    """
    body = readable(code)
    quoted = quoted_names(intent)
    definition = last_definition(body)
    imports = prerequisites(body, quoted)
    modules = {item.name for item in imports}
    parameters = _parameters(body, quoted, modules)
    if definition is not None and definition.name not in quoted:
        own_parameters = _positional(definition)
        others = [name for name in parameters if name not in own_parameters]
        parameters = tuple(sorted([*own_parameters, *others], key=lambda name: name.count("*")))
        answer = f"{definition.name}({', '.join(own_parameters)})"
    else:
        answer = answer_of(body, quoted, parameters)
    parameters = tuple(arguments) or parameters
    lines = with_answer(body, answer)
    head = f"def {entry}({', '.join(parameters)}):\n"
    wrapped = Wrapped(entry, parameters, answer, tuple(imports), head, python.indent(lines))
    _require_compilable(wrapped)
    return wrapped


def _positional(definition: ast.FunctionDef) -> list[str]:
    """The parameters that can be passed by position, with their stars."""
    arguments = definition.args
    names = [item.arg for item in (*arguments.posonlyargs, *arguments.args)]
    names += [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    return [*names, *([f"**{arguments.kwarg.arg}"] if arguments.kwarg else [])]


def _require_compilable(wrapped: Wrapped) -> None:
    """Code that is only allowed at the top of a module, or in a coroutine, cannot be wrapped."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(wrapped.source, "snippet", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise DataError(
            f"The snippet cannot be the body of a function: {error}. Correct it, then wrap it again."
        ) from None


def readable(code: str) -> str:
    """The snippet as statements: without its common indentation, even if its first line has none."""
    text = code.strip("\n").rstrip()
    indented = python.INDENT + text.lstrip()
    for attempt in (python.dedent(text), python.dedent(indented), text.strip()):
        if attempt.strip() and python.parses(attempt):
            return attempt.strip("\n")
    error = python.first_fault(python.dedent(text))
    raise DataError(f"The snippet is not Python: {error}. Correct it, then wrap it again.")


def quoted_names(intent: str) -> list[str]:
    """The names that an intent quotes, including `f` of `f(x)`, in order; those in backquotes first."""
    in_backquotes = _BACKQUOTED.findall(intent)
    others = [match[1] or match[2] for match in _QUOTED.finditer(_BACKQUOTED.sub(" ", intent))]
    names = [text.partition("(")[0] for text in (*in_backquotes, *others)]
    names = [name for name in names if name.isidentifier()]
    return list(dict.fromkeys(names))


# ── arguments ──


def _parameters(body: str, quoted: Sequence[str], modules: set[str]) -> tuple[str, ...]:
    """Free names that are variables. A built-in name is one only if the intent quotes it."""
    called_only = _called_only(body)
    free = [
        name
        for name in free_names(body)
        if name not in modules and (name not in BUILTINS or (name in quoted and name not in called_only))
    ]
    variables = [name for name in free if name not in called_only or name in quoted]
    return (
        *(name for name in quoted if name in variables),
        *(name for name in variables if name not in quoted),
    )


def _called_only(body: str) -> set[str]:
    """Names that are only called: functions that the snippet relies on."""
    tree = python.parse(body) or ast.Module([], [])
    callees = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    called = {node.id for node in callees if isinstance(node, ast.Name)}
    places = {id(node) for node in callees}
    others = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in places}
    return called - others
