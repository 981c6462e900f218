"""Units -> the functions that answer a task which does not name its function."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from asmeant.prompts.extraction.choosing import Code, definition_of
from asmeant.prompts.extraction.kinds import (
    definitions,
    gives_value,
    is_import,
    is_test,
    takes_value,
)
from asmeant.prompts.extraction.units import Unit


def answering_functions(code: Code) -> list[Unit]:
    """The functions and classes that answer the task. There are several if the reply does not say which one.

    Tests, drivers and helpers are left out. A driver calls other functions and has no parameters or no
    result, as `main()`, or takes a function as argument, as a timer. A helper is needed by another of these
    functions.
    """
    names = _callable_names(code)
    higher_order = _taking_functions(code, names)
    defining = dict.fromkeys(filter(None, (definition_of(name, code) for name in sorted(names))))
    answers = [
        unit
        for unit in sorted(defining, key=lambda unit: (unit.fragment, unit.position))
        if not is_test(unit) and not _is_driver(unit, names) and not unit.names.binds & higher_order
    ]
    tops = [unit for unit in answers if not _is_helper(unit, answers)] or answers
    tops = [unit for unit in tops if _computes(unit)] or tops
    return [unit for unit in tops if _is_used(unit, code, tops)] or tops


def _callable_names(code: Code) -> set[str]:
    """Names of functions and classes, broken ones included, and of callables: `add = operator.add`."""
    called = frozenset[str]().union(*(unit.names.calls for unit in code.units))
    return {
        name
        for unit in code.units
        for name in unit.names.binds
        if definitions(unit) or not unit.nodes or (name in called and not is_import(unit))
    }


def _computes(unit: Unit) -> bool:
    """Whether it has parameters and returns a value, as far as the syntax shows."""
    return all(
        isinstance(node, ast.ClassDef) or (takes_value(node) and gives_value(node))
        for node in definitions(unit)
    )


def _is_driver(unit: Unit, functions: set[str]) -> bool:
    return bool(unit.names.needs & functions - unit.names.binds) and not _computes(unit)


def _taking_functions(code: Code, functions: set[str]) -> set[str]:
    """Functions that take another function of the reply as argument: `measure(add, 1, 2)`."""
    higher_order: set[str] = set()
    for unit in code.units:
        calls = [
            node for statement in unit.nodes for node in ast.walk(statement) if isinstance(node, ast.Call)
        ]
        for call in calls:
            arguments = {item.id for item in call.args if isinstance(item, ast.Name)}
            if isinstance(call.func, ast.Name) and arguments & functions and not _rebinds(unit, arguments):
                higher_order |= {call.func.id} & functions
    return higher_order


def _rebinds(unit: Unit, arguments: set[str]) -> bool:
    """`add = cached(add)` decorates a function, and does not demonstrate it."""
    return bool(unit.names.binds & arguments)


def _is_helper(unit: Unit, answers: Sequence[Unit]) -> bool:
    """Whether another function needs it, and it does not need that function."""
    return any(
        other is not unit
        and unit.names.binds & other.names.needs
        and not other.names.binds & unit.names.needs
        for other in answers
    )


def _is_used(unit: Unit, code: Code, tops: Sequence[Unit]) -> bool:
    return any(
        other not in tops
        and unit.names.binds & (other.names.needs)
        and not other.names.binds & unit.names.needs
        for other in code.units
    )
