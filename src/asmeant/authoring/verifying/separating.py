"""Task, commands that pass its checks -> new trees in which they do not do what is expected.

Trees are planted for the references, as for a new task. A tree is useful if the command of a check decides
something in it, and another command that passes does something else there. Some trees have entries that the
intent does not mention, such as names in another case: commands that differ only there are equally right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from asmeant.authoring.grounding.minding import minded
from asmeant.authoring.grounding.needs import Difference, Needs, merged, needs
from asmeant.authoring.grounding.places import WORK
from asmeant.authoring.grounding.planting import plant
from asmeant.authoring.grounding.surroundings import surroundings
from asmeant.authoring.grounding.tasks import write_tree
from asmeant.authoring.grounding.trial import NOTHING, Expected, Setting, faults
from asmeant.authoring.grounding.words import moments
from asmeant.authoring.verifying.more_trees import in_listings
from asmeant.errors import DataError
from asmeant.execution import assemble
from asmeant.execution.shell import Entry, ShellRunner, Tree
from asmeant.execution.shell.comparing import compare
from asmeant.execution.shell.sandbox import tree_of
from asmeant.execution.shell.tree import MADE
from asmeant.languages.bash import BashSyntaxError
from asmeant.records import Candidate, Check, Expectation, Task

SETTING = Setting(runs=2)
# Number of trees with what the intent asks for, and number of trees for each thing that it does not mention.
MOST_SOUGHT, MOST_BEYOND = 8, 2
NOT_ASKED_FOR: dict[Difference, str] = {
    "case": "letters of another case",
    "kinds": "other kinds of entries that are called so",
    "hidden": "hidden files",
    "blanks": "blanks in names",
    "backslashes": "backslashes in lines",
    "folders": "the folders that hold what is found",
}


@dataclass(frozen=True, slots=True)
class NewTree:
    """A tree that a task lacks. `differences` say, by check and command, how the command differs."""

    entries: tuple[Entry, ...]
    differences: Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Separated:
    """`trees` reject some of the commands that passed; others differ in something that is `not_asked_for`.

    `usable` are the checks whose command decides something in one of the tried trees.
    """

    trees: tuple[NewTree, ...] = ()
    not_asked_for: Mapping[str, str] = field(default_factory=dict)
    usable: frozenset[str] = frozenset()


def separate(task: Task, passing: Mapping[str, Sequence[str]], runner: ShellRunner) -> Separated:
    """`passing`: for each command, the names of the checks that it meets. Empty if no tree can be planted."""
    try:
        all_needs = _wanted(task)
    except BashSyntaxError:
        return Separated()
    if all_needs.ages and not task.scaffold.clock:  # tomorrow, its files would be a day older
        return Separated()
    search = _Search(in_listings(task), runner)
    trees = search.trees(passing, all_needs, MOST_SOUGHT)
    alive = _left(passing, trees)
    not_asked_for: dict[str, str] = {}
    for difference, text in NOT_ASKED_FOR.items():
        if alive and not all_needs.minds(difference):
            needs_with_difference = replace(all_needs, minded=(*all_needs.minded, difference))
            also_passing = _left(alive, search.trees(alive, needs_with_difference, MOST_BEYOND))
            not_asked_for |= {command: text for command in alive if command not in also_passing}
            alive = also_passing
    return Separated(tuple(trees), not_asked_for, frozenset(search.usable))


def _left(passing: Mapping[str, Sequence[str]], trees: Sequence[NewTree]) -> dict[str, list[str]]:
    """The commands that still pass with these trees, and the checks that they meet."""
    rejected = {pair for tree in trees for pair in tree.differences}
    remaining = {
        command: [name for name in checks if (name, command) not in rejected]
        for command, checks in passing.items()
    }
    return {command: checks for command, checks in remaining.items() if checks}


# ── planting ───────────────────────────────────────────────────────────────────────────────────────


def _wanted(task: Task) -> Needs:
    """The needs of the references. Raises BashSyntaxError."""
    commands = [surroundings(reference).command for reference in task.references]
    return minded(merged(map(needs, (task.scaffold.before or NOTHING, *commands))), task.intent)


def _as_in(task: Task, entry: Entry) -> Entry:
    """The entry in the working directory of the task, with its age relative to the task's clock."""
    folder = task.scaffold.working_directory.rstrip("/")
    later = next(moments([task.scaffold.clock]), MADE) - MADE
    path, target = (
        folder + text.removeprefix(WORK) if text.startswith(f"{WORK}/") else text
        for text in (entry.path, entry.target)
    )
    path = folder or "/" if entry.path == WORK else path
    return replace(entry, path=path, target=target, time=entry.time + later)


# ── trying ─────────────────────────────────────────────────────────────────────────────────────────


class _Search:
    """Trees for one task. `usable` are the checks that decide something in one of them."""

    def __init__(self, task: Task, runner: ShellRunner) -> None:
        self.task, self.runner = task, runner
        self.usable: set[str] = set()

    def trees(self, passing: Mapping[str, Sequence[str]], all_needs: Needs, count: int) -> list[NewTree]:
        """Trees that separate a command from a check, which no earlier tree does."""
        trees: list[NewTree] = []
        key = "\n".join(self.task.references)
        for number in range(count):
            alive = _left(passing, trees)
            if not alive:
                break
            # One of four trees has what is searched for only once.
            planted = plant(all_needs, f"new {number}\n{key}", is_single=number % 4 == 3)
            entries = tuple(_as_in(self.task, entry) for entry in planted)
            differences = self._differences(alive, entries)
            if differences:
                trees.append(NewTree(entries, differences))
        return trees

    def _differences(
        self, alive: Mapping[str, Sequence[str]], entries: Sequence[Entry]
    ) -> dict[tuple[str, str], str]:
        with TemporaryDirectory() as folder:
            place = write_tree(Path(folder), "tree", entries)
            program = assemble(self.task, Candidate(self.task.id, 0, ""))
            try:
                tree = tree_of(program, str(place), self.runner.has_clock)
            except DataError:  # the names of the references are incompatible
                return {}
        return {
            (check.name, command): difference
            for check in self.task.checks
            for command, difference in self._differing(check, alive, tree)
        }

    def _differing(
        self, check: Check, alive: Mapping[str, Sequence[str]], tree: Tree
    ) -> Iterator[tuple[str, str]]:
        """The commands that meet a check so far, and their unexpected outcomes in a tree."""
        commands = [command for command, names in alive.items() if check.name in names]
        before, after = self.task.scaffold.before, self.task.scaffold.after
        expects = check.expects or Expectation()
        expected = Expected(check.same_outcome_as or "", before + NOTHING + after, expects)
        if not commands or any(faults(expected, tree, self.runner, SETTING)):
            return
        self.usable.add(check.name)
        outcome = self.runner.run(expected.command, tree, SETTING.limits)
        for command in commands:
            candidate_outcome = self.runner.run(before + command + after, tree, SETTING.limits)
            sameness = compare(outcome, candidate_outcome, expects, tree)
            if not sameness.same and not sameness.undecided:
                yield command, sameness.reason
