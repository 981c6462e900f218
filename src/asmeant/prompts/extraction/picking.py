"""Units -> the functions that answer a task which names none: what others use, not what uses others."""

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
    """The functions and classes that answer; with several, the reply does not say which one.

    Tests and drivers are left out first: a driver calls others and takes or gives nothing, as `main()` does,
    or is handed others, as a timer is. Of the rest, helpers are those that another of them needs.
    """
    names = _callable_names(code)
    handed = _handed_others(code, names)
    defining = dict.fromkeys(filter(None, (definition_of(name, code) for name in sorted(names))))
    answers = [
        unit
        for unit in sorted(defining, key=lambda unit: (unit.piece, unit.position))
        if not is_test(unit) and not _drives(unit, names) and not unit.names.binds & handed
    ]
    tops = [unit for unit in answers if not _is_helper(unit, answers)] or answers
    tops = [unit for unit in tops if _computes(unit)] or tops
    return [unit for unit in tops if _is_used(unit, code, tops)] or tops


def _callable_names(code: Code) -> set[str]:
    """What is defined, also by broken code; and what is assigned and then called: `add = operator.add`."""
    called = frozenset[str]().union(*(unit.names.calls for unit in code.units))
    return {
        name
        for unit in code.units
        for name in unit.names.binds
        if definitions(unit) or not unit.nodes or (name in called and not is_import(unit))
    }


def _computes(unit: Unit) -> bool:
    """Whether it takes something and gives something back, as far as one can see."""
    return all(
        isinstance(node, ast.ClassDef) or (takes_value(node) and gives_value(node))
        for node in definitions(unit)
    )


def _drives(unit: Unit, functions: set[str]) -> bool:
    return bool(unit.names.needs & functions - unit.names.binds) and not _computes(unit)


def _handed_others(code: Code, functions: set[str]) -> set[str]:
    """Functions that are called with another function of the reply: `measure(add, 1, 2)`."""
    handed: set[str] = set()
    for unit in code.units:
        calls = [
            node for statement in unit.nodes for node in ast.walk(statement) if isinstance(node, ast.Call)
        ]
        for call in calls:
            given = {item.id for item in call.args if isinstance(item, ast.Name)}
            if isinstance(call.func, ast.Name) and given & functions and not _defines(unit, given):
                handed |= {call.func.id} & functions
    return handed


def _defines(unit: Unit, given: set[str]) -> bool:
    """`add = cached(add)` is a decoration, not a demonstration."""
    return bool(unit.names.binds & given)


def _is_helper(unit: Unit, answers: Sequence[Unit]) -> bool:
    """Whether another needs it, and it does not need the other."""
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
