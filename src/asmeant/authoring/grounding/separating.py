"""Grounded -> more trees, until they tell each reference from commands that are nearly it.

A mutant of a reference is killed by a tree in which its outcome is not the expected one. What no tree kills
after an honest search is equivalent to the reference, or a gap.
"""

from __future__ import annotations

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
    search = _Search(grounded, runner, setting)
    for number, entries in enumerate(grounded.planted if grounded.deciding else ()):
        tree = grounded.grown(entries, runner)
        for reference in grounded.deciding:
            if number in reference.trees:
                search.kills(reference, tree)
    key = "\n".join(item.cleaned for item in grounded.references)
    for number in range(setting.trees, setting.trees + MOST_SOUGHT):
        if not any(search.alive.values()) or len(grounded.planted) >= MOST_KEPT:
            break
        entries = plant(grounded.needs, f"{number}\n{key}")
        try:
            tree = grounded.grown(entries, runner)
        except DataError:
            continue
        references = tuple(search.extended(item, tree, len(grounded.planted)) for item in grounded.references)
        if references != grounded.references:
            grounded = replace(grounded, references=references, planted=(*grounded.planted, entries))
    tried = [Tried(runs, mutant, mutant not in search.alive[runs]) for runs, mutant in search.made]
    return Separated(grounded, tuple(tried))


class _Search:
    """The mutants of each reference that no tree has killed yet."""

    def __init__(self, grounded: Grounded, runner: ShellRunner, setting: Setting) -> None:
        self.grounded, self.runner, self.setting = grounded, runner, setting
        self.alive = {item.runs: mutants(item.cleaned) for item in grounded.deciding}
        self.made = [(runs, mutant) for runs, alive in self.alive.items() for mutant in alive]

    def extended(self, reference: Reference, tree: Tree, number: int) -> Reference:
        """With the tree among its own, where that kills a mutant that is still alive."""
        expects = self.grounded.expects(reference)
        if not self.alive.get(reference.runs) or any(
            faults(reference, expects, tree, self.runner, self.setting)
        ):
            return reference
        kills = self.kills(reference, tree)
        return replace(reference, trees=(*reference.trees, number)) if kills else reference

    def kills(self, reference: Reference, tree: Tree) -> bool:
        """Whether the tree tells the reference from mutants that are alive. They are not, then."""
        alive, around, limits = self.alive[reference.runs], reference.around, self.setting.limits
        expects, outcome = self.grounded.expects(reference), self.runner.run(reference.runs, tree, limits)
        commands = {mutant: around.before + mutant.command + around.after for mutant in alive}
        self.alive[reference.runs] = [
            mutant
            for mutant, command in commands.items()
            if compare(outcome, self.runner.run(command, tree, limits), expects, tree).same
        ]
        return len(self.alive[reference.runs]) < len(alive)
