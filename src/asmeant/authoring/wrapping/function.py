"""Intent and snippet -> a function (ODEX, section 2.2).

**Arguments** are the names that the code reads before it binds them and that are no modules, in the order in
which the intent quotes them; then, in the order of the code, those that it does not quote. **The answer** is
what the snippet is for: the value of its last expression, or what it changes or binds last; of names that
the intent quotes, those.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asmeant.authoring.wrapping.prerequisites import Prerequisite, prerequisites
from asmeant.errors import DataError
from asmeant.languages import python
from asmeant.languages.free_names import BUILTINS, bound_names, free_names
from asmeant.records import Scaffold, Task

_BACKQUOTED = re.compile(r"`([^`]+)`")
_QUOTED = re.compile(r"'([^']+)'|\"([^\"]+)\"")
# Methods of built-in collections that change their object and return nothing.
_CHANGING = frozenset(
    name
    for kind in (list, dict, set, bytearray)
    for name in dir(kind)
    if name
    in ("append", "clear", "extend", "insert", "remove", "reverse", "sort", "update", "add", "discard")
    or name.endswith("_update")
)


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A function made of a snippet: its first line and its body. `answer` is what it returns, as source."""

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
        """The task of which this is the reference. Its checks are still to be written."""
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

    `arguments` are its parameters where a person knows better.
    """
    body = readable(code)
    quoted = quoted_names(intent)
    definition = _last_definition(body)
    imports = prerequisites(body, quoted)
    modules = {item.name for item in imports}
    parameters = _parameters(body, quoted, modules)
    if definition is not None and definition.name not in quoted:
        taken = [item.arg for item in definition.args.args]
        parameters = (*taken, *(name for name in parameters if name not in taken))
        answer = f"{definition.name}({', '.join(taken)})"
    else:
        answer = _answer(body, quoted, parameters)
    parameters = tuple(arguments) or parameters
    lines = _with_answer(body, answer)
    head = f"def {entry}({', '.join(parameters)}):\n"
    return Wrapped(entry, parameters, answer, tuple(imports), head, python.indent(lines))


def readable(code: str) -> str:
    """The snippet as statements: without its common indentation, also where its first line has none."""
    text = code.strip("\n").rstrip()
    indented = python.INDENT + text.lstrip()
    for attempt in (python.dedent(text), python.dedent(indented), text.strip()):
        if attempt.strip() and python.parses(attempt):
            return attempt.strip("\n")
    error = python.first_fault(python.dedent(text))
    raise DataError(f"The snippet is not Python: {error}. Correct it, then wrap it again.")


def quoted_names(intent: str) -> list[str]:
    """The names that an intent quotes, `f` of `f(x)` too, in order; those in backquotes first."""
    in_backquotes = _BACKQUOTED.findall(intent)
    others = [match[1] or match[2] for match in _QUOTED.finditer(_BACKQUOTED.sub(" ", intent))]
    names = [text.partition("(")[0] for text in (*in_backquotes, *others)]
    names = [name for name in names if name.isidentifier()]
    return list(dict.fromkeys(names))


# ── arguments ──


def _parameters(body: str, quoted: Sequence[str], modules: set[str]) -> tuple[str, ...]:
    """Free names that are variables. A built-in name is one only where the intent quotes it."""
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
    """Names that are called, and not used in any other way: functions that the snippet relies on."""
    tree = python.parse(body) or ast.Module([], [])
    callees = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    called = {node.id for node in callees if isinstance(node, ast.Name)}
    places = {id(node) for node in callees}
    others = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in places}
    return called - others


# ── what is returned ──


def _last_definition(body: str) -> ast.FunctionDef | None:
    """The function that the snippet ends with, where it only defines it."""
    statements = _statements(body)
    last = statements[-1] if statements else None
    return last if isinstance(last, ast.FunctionDef) else None


def _statements(body: str) -> list[ast.stmt]:
    tree = python.parse(f"def f():\n{python.indent(body)}\n")
    function = tree.body[0] if tree else None
    return function.body if isinstance(function, ast.FunctionDef) else []


def _answer(body: str, quoted: Sequence[str], parameters: Sequence[str]) -> str:
    """What the function returns, as source; empty where the snippet returns by itself, or nothing is left."""
    statements = _statements(body)
    if not statements or _returns(statements):
        return ""
    last = statements[-1]
    if isinstance(last, ast.Expr) and not _is_change(last.value) and not _is_print(last.value):
        return ast.unparse(last.value)
    results = [name for name in quoted if name in bound_names(body) and name not in parameters]
    if results and not _is_change_of_parameter(last, parameters):
        return ", ".join(results)
    return next(iter(_results(last, statements)), "")


def _returns(statements: Sequence[ast.stmt]) -> bool:
    """Whether there is a `return` outside of inner functions."""
    stack: list[ast.AST] = list(statements)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Return):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            stack += ast.iter_child_nodes(node)
    return False


def _is_print(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"


def _is_change(node: ast.expr) -> bool:
    """`items.sort()`, `frame.drop(..., inplace=True)`: the object is changed, and None is returned."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name), keywords=keywords):
            in_place = any(
                keyword.arg == "inplace" and isinstance(keyword.value, ast.Constant) and keyword.value.value
                for keyword in keywords
            )
            return in_place or name in _CHANGING
        case _:
            return False


def _is_change_of_parameter(last: ast.stmt, parameters: Sequence[str]) -> bool:
    return any(name in parameters for name in _changed(last))


def _results(last: ast.stmt, statements: Sequence[ast.stmt]) -> Iterator[str]:
    """What a statement leaves behind, the best first."""
    match last:
        case ast.For() | ast.While() | ast.AsyncFor():
            inside = [name for item in last.body for name in _changed_within(item)]
            before = [name for item in statements[:-1] for name in _bound_by(item)]
            loop = set(_bound_by_target(last))
            yield from (name for name in reversed(inside) if name in before)
            yield from (name for name in reversed(inside) if name not in loop and not _binds(last, name))
        case ast.With():
            yield from _results(last.body[-1], [*statements[:-1], *last.body])
            yield from (
                item.optional_vars.id for item in last.items if isinstance(item.optional_vars, ast.Name)
            )
        case ast.If() | ast.Try():
            yield from _results(last.body[-1], [*statements[:-1], *last.body])
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            yield name
        case _:
            yield from _changed(last)


def _changed(statement: ast.stmt) -> list[str]:
    """The names that one statement binds, or whose objects it changes."""
    match statement:
        case ast.Assign(targets=[*_, target]):
            return _roots(target)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return _roots(target)
        case ast.Delete(targets=[*_, target]):
            return _roots(target) if not isinstance(target, ast.Name) else []
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner)) as call) if _is_change(call):
            return _roots(owner)
        case _:
            return []


def _changed_within(statement: ast.stmt) -> list[str]:
    names = []
    for node in ast.walk(statement):
        if isinstance(node, ast.stmt):
            names += _changed(node)
    return names


def _roots(target: ast.expr) -> list[str]:
    """The variable of a target. Of several targets, one text that names all: `a, b`."""
    match target:
        case ast.Name(id=name):
            return [name]
        case ast.Attribute(value=owner) | ast.Subscript(value=owner) | ast.Starred(value=owner):
            return _roots(owner)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return [", ".join(dict.fromkeys(name for element in elements for name in _roots(element)))]
        case _:
            return []


def _bound_by(statement: ast.stmt) -> list[str]:
    return [*_changed(statement), *_bound_by_target(statement)]


def _bound_by_target(statement: ast.stmt) -> list[str]:
    return _roots(statement.target) if isinstance(statement, ast.For | ast.AsyncFor) else []


def _binds(loop: ast.stmt, name: str) -> bool:
    """Whether a name is bound anew in a loop, and so is not what the loop builds."""
    return any(
        isinstance(node, ast.Assign) and name in [part for target in node.targets for part in _plain(target)]
        for node in ast.walk(loop)
    )


def _plain(target: ast.expr) -> list[str]:
    return [target.id] if isinstance(target, ast.Name) else []


def _with_answer(body: str, answer: str) -> str:
    """The snippet with its answer returned: its last expression, or a line more."""
    statements = _statements(body)
    last = statements[-1] if statements else None
    if isinstance(last, ast.Expr) and answer == ast.unparse(last.value):
        return _returning_last(body, last)
    if isinstance(last, ast.Expr) and not answer and (printed := _printed(last.value)):
        return f"{_without_last(body, last)}result = {printed}\nprint(result)\nreturn result"
    return f"{body}\nreturn {answer}" if answer else body


def _printed(node: ast.expr) -> str:
    """The one value that a `print` shows, as source."""
    match node:
        case ast.Call(func=ast.Name(id="print"), args=[value], keywords=[]) if not isinstance(
            value, ast.Starred
        ):
            return ast.unparse(value)
        case _:
            return ""


def _returning_last(body: str, last: ast.Expr) -> str:
    lines = body.split("\n")
    row, column = last.lineno - 2, last.col_offset - len(python.INDENT)  # it was read as a function's body
    head = lines[row].encode()[: max(0, column)].decode()
    lines[row] = f"{head}return {lines[row][len(head) :].lstrip() if not head else lines[row][len(head) :]}"
    return "\n".join(lines)


def _without_last(body: str, last: ast.Expr) -> str:
    lines = body.split("\n")[: last.lineno - 2]
    return "".join(f"{line}\n" for line in lines)
