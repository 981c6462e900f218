"""Command -> Outcome: what a shell command does to a starting file tree.

tree        a folder, an archive or a listing, as the place where a command begins
runner      a command in a fresh view of a tree
changes     which paths are not what they were
outcome     how it ended, what it said, what it changed
sameness    whether two outcomes are the same: files (what was changed), rows and columns (what was said),
            within the latitude that the commands (asked) and the intent (wished) leave
sandbox     a program in Bash, with its checks -> Observation
"""

from asmeant.execution.shell.changes import Change, State
from asmeant.execution.shell.outcome import Outcome
from asmeant.execution.shell.runner import ShellRunner
from asmeant.execution.shell.tree import Entry, Tree, from_files, grow

__all__ = ["Change", "Entry", "Outcome", "ShellRunner", "State", "Tree", "from_files", "grow"]
