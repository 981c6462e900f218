"""Grounded -> more trees, until they tell each reference from commands that are nearly it.

A mutant of a reference is killed by a tree in which its outcome is not the expected one. What no tree kills
after an honest search is equivalent to the reference, or a gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from asmeant.authoring.grounding.planting import plant
from asmeant.authoring.grounding.trial import Grounded, Reference, Setting, faults
from asmeant.errors import DataError
from asmeant.execution.shell import ShellRunner, Tree
from asmeant.execution.shell.comparing import compare
from asmeant.languages.bash.mutants import Mutant, mutants

# So many trees are tried beyond the first ones, and so many of them are kept.
MOST_SOUGHT, MOST_KEPT = 6, 5


@dataclass(frozen=True, slots=True)
class Tried:
    """A mutant of a reference, and whether a tree tells them apart."""

    reference: str
    mutant: Mutant
    killed: bool


@dataclass(frozen=True, slots=True)
class Separated:
    grounded: Grounded
    tried: tuple[Tried, ...]


def separate(grounded: Grounded, runner: ShellRunner, setting: Setting) -> Separated:
    """With trees beside the first ones that kill what those do not."""
    if not grounded.deciding:
        return Separated(grounded, ())
    trees = [grounded.grown(entries, runner) for entries in grounded.planted]
    alive = {
        reference.runs: [
            mutant
            for mutant in mutants(reference.cleaned)
            if not any(
                _kills(grounded, reference, mutant, trees[n], runner, setting) for n in reference.trees
            )
        ]
        for reference in grounded.deciding
    }
    total = [(item, mutant) for item in grounded.deciding for mutant in mutants(item.cleaned)]
    key = "\n".join(item.cleaned for item in grounded.references)
    for number in range(setting.trees, setting.trees + MOST_SOUGHT):
        if not any(alive.values()) or len(grounded.planted) >= MOST_KEPT:
            break
        entries = plant(grounded.needs, f"{number}\n{key}")
        try:
            tree = grounded.grown(entries, runner)
        except DataError:
            continue
        references = [_extended(grounded, item, tree, alive, runner, setting) for item in grounded.references]
        if references != list(grounded.references):
            grounded = replace(grounded, references=tuple(references), planted=(*grounded.planted, entries))
    tried = [Tried(item.runs, mutant, mutant not in alive[item.runs]) for item, mutant in total]
    return Separated(grounded, tuple(tried))


def _extended(
    grounded: Grounded,
    reference: Reference,
    tree: Tree,
    alive: dict[str, list[Mutant]],
    runner: ShellRunner,
    setting: Setting,
) -> Reference:
    """With the tree among its own, where that kills a mutant that is still alive."""
    left: Sequence[Mutant] = alive.get(reference.runs, ())
    if not left or next(faults(reference, grounded.expects(reference), tree, runner, setting), None):
        return reference
    killed = [mutant for mutant in left if _kills(grounded, reference, mutant, tree, runner, setting)]
    if not killed:
        return reference
    alive[reference.runs] = [mutant for mutant in left if mutant not in killed]
    return replace(reference, trees=(*reference.trees, len(grounded.planted)))


def _kills(
    grounded: Grounded,
    reference: Reference,
    mutant: Mutant,
    tree: Tree,
    runner: ShellRunner,
    setting: Setting,
) -> bool:
    first = runner.run(reference.runs, tree, setting.limits)
    around = reference.around
    other = runner.run(around.before + mutant.command + around.after, tree, setting.limits)
    return not compare(first, other, grounded.expects(reference), tree).same
