"""Examples -> proposals: compositions of transformations, one for each meaning, some of them refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from asmeant.authoring.varying import answers, arguments
from asmeant.authoring.varying.examples import Examples, meaning, read_check, write_check
from asmeant.authoring.varying.refusing import refusal
from asmeant.authoring.varying.transformations import Family, Transformation
from asmeant.records import Check, Task

DEPTH = 2
MOST = 400


@dataclass(frozen=True, slots=True)
class Proposal:
    """A new check of a task. `refused` says why it should not be used; empty if it may be."""

    check: Check
    transformations: tuple[Transformation, ...]
    refused: str = ""


def propose(task: Task, depth: int = DEPTH, most: int = MOST) -> Iterator[Proposal]:
    """New checks for a task, made from its first one. The simplest come first.

    Sets that are equivalent to a check of the task are left out. There are at most `most` of them.
    """
    first = read_check(task.checks[0]) if task.checks else None
    if first is None:
        return
    entry, _ = first
    for composition in islice(_compositions(task, depth), most):
        name = " + ".join(transformation.name for transformation in composition.transformations)
        check = write_check(name, entry, composition.examples)
        yield Proposal(check, composition.transformations, refusal(composition.examples))


def families(task: Task) -> tuple[Family, ...]:
    """Transformations of the answer; and of the arguments, unless the scaffold defines the signature."""
    return answers.FAMILIES if task.scaffold.before else (*arguments.FAMILIES, *answers.FAMILIES)


@dataclass(frozen=True, slots=True)
class _Composition:
    transformations: tuple[Transformation, ...]
    examples: Examples
    families: tuple[Family, ...]  # those that may still be applied: each at most once


def _compositions(task: Task, depth: int) -> Iterator[_Composition]:
    """Breadth first, so that the shortest composition represents its meaning."""
    sets = [read_check(check) for check in task.checks]
    if not sets or sets[0] is None:
        return
    known_meanings = {meaning(examples) for _, examples in filter(None, sets)}
    level = [_Composition((), sets[0][1], families(task))]
    for _ in range(depth):
        longer = []
        for composition in level:
            for extended in _extended(composition):
                key = meaning(extended.examples)
                if key not in known_meanings:
                    known_meanings.add(key)
                    longer.append(extended)
                    yield extended
        level = longer


def _extended(composition: _Composition) -> Iterator[_Composition]:
    """The composition with one more transformation, for each that applies."""
    for family in composition.families:
        remaining = tuple(another for another in composition.families if another is not family)
        for transformation in family(composition.examples):
            rewritten = transformation.apply(composition.examples)
            if rewritten is not None:
                yield _Composition((*composition.transformations, transformation), rewritten, remaining)


def missed(task: Task, depth: int = 3) -> tuple[Check, ...]:
    """The checks of a task that no composition makes from its first one."""
    alone = replace(task, checks=task.checks[:1])
    meanings = {meaning(composition.examples) for composition in _compositions(alone, depth)}
    return tuple(check for check in task.checks[1:] if not _is_made(check, task.checks[0], meanings))


def _is_made(check: Check, first: Check, meanings: set[object]) -> bool:
    examples, original = read_check(check), read_check(first)
    if examples is None or original is None:
        return False
    return meaning(examples[1]) in {meaning(original[1]), *meanings}
