"""Commands tried in a starting tree, where `FolderRunner` tries them in a folder of this machine."""

from __future__ import annotations

from pathlib import Path

from asmeant.execution.folder import TRIAL_LIMITS, FolderRunner, Trial
from asmeant.execution.shell.runner import ShellRunner
from asmeant.execution.shell.tree import Tree
from asmeant.records import Limits


class TreeRunner(FolderRunner):
    """Each command gets a fresh view of the tree, and sees nothing else of this machine but its tools."""

    def __init__(self, tree: Tree, limits: Limits = TRIAL_LIMITS) -> None:
        super().__init__(Path(tree.working_directory), limits)
        self.tree = tree
        self._runner = ShellRunner(self.pool)

    def run(self, command: str) -> Trial:
        return Trial(self._runner.run(command, self.tree, self.limits))
