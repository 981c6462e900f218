"""Code -> code that fits between the scaffold's `before` and `after`, or defines the whole function."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from asmeant.languages import python
from asmeant.prompts.extraction.kinds import is_import, is_main_guard, is_stub, is_test, returns
from asmeant.prompts.extraction.names import ANY_NAME
from asmeant.prompts.extraction.units import Unit, render
from asmeant.prompts.head import Head, split_before
from asmeant.records import Scaffold

_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def fit(code: str, scaffold: Scaffold) -> str:
    """The code in the form that the scaffold needs. Code that cannot be made to fit is returned unchanged."""
    if not code.strip() or not scaffold.before.strip() or python.defines(code, scaffold.entry):
        return code
    head = split_before(scaffold)
    if head is None or _is_another_function(code, scaffold):
        return code
    if head.returns and fits(expression := returned(code), scaffold):
        return expression
    if fits(code, scaffold) and not _has_margin(code, head):
        return code
    return fit_body(code, scaffold, head) or code


def fits(code: str, scaffold: Scaffold) -> bool:
    """Whether `before + code + after` is Python and ends with the function, with no statements after it."""
    if not code.strip():
        return False
    tree = python.parse(scaffold.before + code + scaffold.after)
    if tree is None or not tree.body:
        return False
    last = tree.body[-1]
    return isinstance(last, _FUNCTION) and last.name == scaffold.entry and last.col_offset == 0


def fit_body(body: str, scaffold: Scaffold, head: Head) -> str | None:
    """The body as a continuation of `before`, or else as a whole function. None if neither is valid."""
    for text in (body, _with_first_margin(body, head.margin)):
        block = python.indent(python.dedent(text), head.margin).rstrip()
        open_line = scaffold.before.rpartition("\n")[2]
        if not open_line.strip() and block.startswith(open_line):
            continuation = block[len(open_line) :]
            if fits(continuation, scaffold):
                return continuation
        function = f"{head.definition}\n{block}{scaffold.after}"
        if python.functions(function) == (scaffold.entry,):
            return function
    return None


def _with_first_margin(body: str, margin: str) -> str:
    """Indent the first lines of a body in which only the later lines are indented."""
    lines = body.split("\n")
    indented = next((row for row, line in enumerate(lines) if line[:1] == " "), len(lines))
    return "\n".join([*(margin + line for line in lines[:indented]), *lines[indented:]])


def returned(code: str) -> str:
    """The expression, if the code is a single `return`; else the code unchanged."""
    tree = python.parse(python.dedent(code))
    match tree.body if tree else []:
        case [ast.Return(value=ast.expr())]:
            return python.dedent(code).strip().removeprefix("return").strip()
        case _:
            return code


def _has_margin(code: str, head: Head) -> bool:
    """Whether the first line would be indented twice, by `before` and by itself."""
    return code[:1] in (" ", "\t") and not head.lead.endswith("\n") and head.lead != ""


def _is_another_function(code: str, scaffold: Scaffold) -> bool:
    """Whether the code only defines functions, and none of them is the one that the task requires."""
    tree = python.parse(code)
    body = tree.body if tree else []
    if any(python.defines(code, name) for name in python.identifiers(scaffold.after)):
        return False
    return any(isinstance(node, _FUNCTION | ast.ClassDef) for node in body) and not any(
        isinstance(node, ast.Return | ast.For | ast.While | ast.Assign) for node in body
    )


# ── units of a function body ───────────────────────────────────────────────────────────────────────


def body_units(units: Sequence[Unit], scaffold: Scaffold) -> list[Unit]:
    """The units that belong to the function body: no tests, calls, stubs or example data."""
    is_body = any(map(returns, units))  # a body with `return` may be recursive
    outside = [
        unit
        for unit in units
        if is_main_guard(unit)
        or is_test(unit)
        or is_stub(unit)
        or (not is_body and _uses(unit, scaffold.entry))
    ]
    body = _without_example_data([unit for unit in units if unit not in outside], scaffold)
    needed = frozenset[str]().union(*(unit.names.needs for unit in body))
    return [unit for unit in body if not is_import(unit) or unit.names.binds & (needed | {ANY_NAME})]


def _uses(unit: Unit, entry: str) -> bool:
    return entry in unit.names.needs | unit.names.binds


def _without_example_data(units: Sequence[Unit], scaffold: Scaffold) -> list[Unit]:
    """Leave out example arguments at the start, such as `x = 'a-b'`."""
    parameters = python.identifiers(scaffold.before)
    first = next((row for row, unit in enumerate(units) if not _gives_value(unit, parameters)), len(units))
    needed = frozenset[str]().union(*(unit.names.needs for unit in units[first:]))
    return [
        unit
        for row, unit in enumerate(units)
        if row >= first or is_import(unit) or not unit.names.binds & needed
    ]


def _gives_value(unit: Unit, parameters: frozenset[str]) -> bool:
    """Whether it is an import, or assigns to parameters without using them."""
    assigns = all(isinstance(node, ast.Assign | ast.AnnAssign) for node in unit.nodes)
    return is_import(unit) or (
        assigns and unit.names.binds <= parameters and not unit.names.needs & parameters
    )


def body_text(units: Sequence[Unit], scaffold: Scaffold) -> str:
    """The text of a function body. If the scaffold expects a value, the last expression becomes the value."""
    head = split_before(scaffold)
    if head is None or not head.returns or not units or any(map(returns, units)):
        return render(units)
    last = max((row for row, unit in enumerate(units) if _is_value(unit)), default=None)
    if last is None:
        return render(units)
    if not last:
        return units[last].code.strip()
    return f"{render(units[:last])}\n{units[last].above.strip(chr(10))}\nreturn {units[last].code.strip()}"


def _is_value(unit: Unit) -> bool:
    """Whether it is an expression other than a call of `print`."""
    match unit.nodes:
        case [ast.Expr(value=ast.Call(func=ast.Name(id="print")))]:
            return False
        case [ast.Expr()]:
            return True
        case _:
            return False
