"""Commands that pass -> whether they do what the references do, in more trees.

If one does something else, the task has too few trees, and the new tree would reject it. If the commands
differ only in what the intent does not ask for, both are right. If no tree distinguishes them, they are
probably equivalent.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from asmeant.authoring.auditing.on_runs import decided
from asmeant.authoring.verifying.more_trees import with_trees
from asmeant.authoring.verifying.nearly import Compared, Nearly, Passing, Survivor
from asmeant.authoring.verifying.separating import NewTree, Separated, separate
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.records import Limits, Task
from asmeant.seams import Sandbox

Trees = tuple[NewTree, ...]


def compared_in_trees(
    task: Task, passing: Passing, sandbox: Sandbox, limits: Limits
) -> tuple[list[Survivor], Trees]:
    """Each command with its difference, and the new trees that show it. These have been tried out."""
    checks_met = {item.code: held for item, held in passing}
    separated = Separated()
    if isinstance(sandbox, NamespaceSandbox):  # no other sandbox runs commands
        separated = separate(task, checks_met, sandbox.shell.runner)
    rejected = _rejected(task, separated.trees, checks_met, sandbox, limits)
    trees = separated.trees if rejected else ()
    return [_survivor(item, held, separated, rejected) for item, held in passing], trees


def _rejected(
    task: Task, trees: Trees, checks_met: dict[str, tuple[str, ...]], sandbox: Sandbox, limits: Limits
) -> set[str]:
    """The commands that the task rejects with these trees. None if a reference fails with them."""
    if not trees:
        return set()
    with TemporaryDirectory() as folder:
        stronger = strengthened_by_trees(task, trees, Path(folder))
        decisions = decided(stronger, [*task.references, *checks_met], sandbox, limits)
    statuses = [decision.verdict.status for decision in decisions]
    if set(statuses[: len(task.references)]) != {"passed"}:
        return set()
    others = zip(checks_met, statuses[len(task.references) :], strict=True)
    return {command for command, status in others if status == "failed"}


def strengthened_by_trees(task: Task, trees: Trees, folder: Path) -> Task:
    """Adds each tree to the checks that accepted a command which it rejects, and writes it."""
    by_check = [(tree.entries, {check for check, _ in tree.differences}) for tree in trees]
    return with_trees(task, by_check, folder)


def _survivor(item: Nearly, held: tuple[str, ...], separated: Separated, rejected: set[str]) -> Survivor:
    compared: Compared = "same" if separated.usable.issuperset(held) else "not compared"
    difference = separated.not_asked_for.get(item.code, "")
    if difference:
        compared = "not asked for"
    elif item.code in rejected:
        compared = "differs"
        difference = next(
            text
            for tree in separated.trees
            for (_, command), text in tree.differences.items()
            if command == item.code
        )
    return Survivor(item.kind, item.change, item.code, held[0], compared, difference, item.part)
