"""Units -> the answer: the smallest set of units that defines the function, with all that it needs."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from asmeant.prompts.extraction.kinds import (
    definitions,
    is_assignment,
    is_import,
    is_main_guard,
    is_stray,
    is_stub,
    is_test,
)
from asmeant.prompts.extraction.names import ANY_NAME, is_builtin
from asmeant.prompts.extraction.units import Fragment, Unit


class Code:
    """All the code of a reply.

    `known` holds names that exist when the answer runs. `after` is the code that runs after it and calls it.
    """

    def __init__(self, fragments: Sequence[Fragment], known: frozenset[str], after: str) -> None:
        self.fragments = fragments
        self.known = known
        self.after = after
        self.units = [unit for fragment in fragments for unit in fragment.units]
        self._binders: dict[str, list[Unit]] = {}
        for unit in self.units:
            for name in unit.names.binds if not is_main_guard(unit) else ():
                self._binders.setdefault(name, []).append(unit)

    def binders(self, name: str) -> list[Unit]:
        """The units that bind a name, main guards excluded."""
        return self._binders.get(name, [])

    def same_fragment(self, unit: Unit) -> Sequence[Unit]:
        """The units of the same fragment."""
        return self.fragments[unit.fragment].units

    def is_wanted(self, name: str) -> bool:
        return re.search(rf"\b{re.escape(name)}\b", self.after) is not None

    def is_resolved(self, unit: Unit) -> bool:
        """Whether all names that it needs are defined."""
        return all(
            name in self.known or is_builtin(name) or self.binders(name) or self.binders(ANY_NAME)
            for name in unit.names.needs
        )


# ── the definition ─────────────────────────────────────────────────────────────────────────────────


def definition_of(name: str, code: Code) -> Unit | None:
    """The unit that defines a name: the last one, as a reply may correct itself.

    Units whose needs are all defined are preferred: others are excerpts.
    """
    units = [
        unit
        for unit in reversed(code.binders(name))
        if unit.nodes and not is_import(unit) and not is_stub(unit) and name not in unit.names.reads
    ]
    return next(iter([*filter(code.is_resolved, units), *units]), None)


def broken_definition_of(name: str, code: Code) -> Unit | None:
    """The first unit that would define the name and does not parse."""
    return next((unit for unit in code.binders(name) if not unit.nodes), None)


def with_needs(roots: Sequence[Unit], code: Code) -> list[Unit]:
    """The roots, the units that they need, and the units that prepare those, in an order that can run."""
    home = roots[-1].fragment
    answer = frozenset[str]().union(*(root.names.binds for root in roots))
    chosen = dict.fromkeys([*roots, *_completing(roots, code), *_wanted_imports(roots, code)])
    while True:
        added = [unit for unit in _needed(chosen, answer, code) if unit not in chosen]
        added = added or [unit for unit in _preparing(chosen, roots[-1], answer, code) if unit not in chosen]
        if not added:
            break
        chosen |= dict.fromkeys(added)
    # Units of other fragments come first: they may be decorators or base classes.
    return sorted(chosen, key=lambda unit: (unit.fragment == home, unit.fragment, unit.position))


def _completing(roots: Sequence[Unit], code: Code) -> Iterator[Unit]:
    """`f = cached(f)` below the definition of f, and an unindented `return` that belongs to it."""
    for root in roots:
        below = [unit for unit in code.same_fragment(root) if unit.position > root.position]
        for unit in below:
            if root.names.binds & unit.names.binds & unit.names.reads - unit.names.calls:
                yield unit
        for unit in below:
            if not is_stray(unit):
                break
            yield unit


def _wanted_imports(roots: Sequence[Unit], code: Code) -> Iterator[Unit]:
    """Imports of the same fragment that later code may need, and imports from `__future__`."""
    answer = frozenset[str]().union(*(root.names.binds for root in roots))
    for unit in code.same_fragment(roots[-1]):
        if is_import(unit) and (_is_future(unit) or any(map(code.is_wanted, unit.names.binds - answer))):
            yield unit


def _is_future(unit: Unit) -> bool:
    return any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in unit.nodes)


def _needed(chosen: Iterable[Unit], answer: frozenset[str], code: Code) -> Iterator[Unit]:
    for user in list(chosen):
        for name in user.names.needs:
            yield from _providers(name, user, answer, code)


def _providers(name: str, user: Unit, answer: frozenset[str], code: Code) -> list[Unit]:
    """The units that bind a name for its user, from the same fragment or else from the nearest one."""
    if name in answer or (name in user.names.binds and name not in user.names.reads):
        return []
    binders = [unit for unit in code.binders(name) if unit is not user]
    binders = [unit for unit in binders if not is_stub(unit) and not is_test(unit)] or binders
    binders = [unit for unit in binders if not unit.names.in_calls & answer] or binders
    same_fragment = [unit for unit in binders if unit.fragment == user.fragment]
    if (
        (same_fragment and not all(map(_is_from_elsewhere, same_fragment)))
        or name in code.known
        or is_builtin(name)
    ):
        return same_fragment
    binders = [unit for unit in binders if not is_import(unit)] or binders
    fragments = sorted(
        {unit.fragment for unit in binders}, key=lambda fragment: (fragment > user.fragment, -fragment)
    )
    if fragments:
        return [unit for unit in binders if unit.fragment == fragments[0]]
    return [unit for unit in code.binders(ANY_NAME) if unit.fragment == user.fragment]


def _is_from_elsewhere(unit: Unit) -> bool:
    """`from helpers import cut`: a module outside the standard library may be another fragment."""
    return any(
        isinstance(node, ast.ImportFrom)
        and (node.module or "").partition(".")[0] not in sys.stdlib_module_names
        for node in unit.nodes
    )


def _preparing(chosen: Iterable[Unit], root: Unit, answer: frozenset[str], code: Code) -> Iterator[Unit]:
    """Statements that change what the answer needs (`table[0] = 1`) or set up a module ahead of it."""
    chosen = list(chosen)
    fragments = {unit.fragment for unit in chosen}
    bound = frozenset[str]().union(*(unit.names.binds for unit in chosen if not is_import(unit)))
    values = frozenset[str]().union(*(unit.names.binds for unit in chosen if is_assignment(unit))) - answer
    uses = uses_of(answer, code)
    for unit in code.units:
        if unit.fragment not in fragments or unit in uses or is_import(unit):
            continue
        if is_main_guard(unit) or is_test(unit):
            continue
        if unit.names.stores & bound or unit.names.passes & values or _sets_up(unit, root, code):
            yield unit


def _sets_up(unit: Unit, root: Unit, code: Code) -> bool:
    """`sys.setrecursionlimit(5000)` above the answer: it uses nothing but modules."""
    return (
        unit.fragment == root.fragment
        and unit.position < root.position
        and not unit.names.binds
        and not definitions(unit)
        and bool(unit.names.stores | unit.names.calls)
        and all(
            any(map(is_import, code.binders(name)))
            for name in unit.names.stores | (unit.names.reads if not unit.names.stores else frozenset())
        )
    )


def uses_of(answer: frozenset[str], code: Code) -> set[Unit]:
    """Demonstrations: statements that call the answer or pass it on, and statements that use the results."""
    callers = set(answer)
    outcomes: set[str] = set()
    uses: set[Unit] = set()
    for unit in code.units:
        if definitions(unit):
            callers |= unit.names.binds if unit.names.later & callers else frozenset()
        elif unit.names.in_calls & callers or unit.names.reads & outcomes:
            uses.add(unit)
            outcomes |= unit.names.binds - answer
    return uses
