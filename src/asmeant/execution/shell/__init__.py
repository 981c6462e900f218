"""Command -> Outcome: what a shell command does to a starting file tree; and whether that is as expected.

tree        a folder, an archive or a listing, as the place where a command begins
tools       which tools a command needs that are not here
runner      a command in a fresh view of a tree
changes     which paths are not what they were
outcome     how it ended, what it printed, what it changed
facts       what is true of each file of a tree
reading     an output, read as the kind of answer that is expected: here values and lines
listings    rows about files; drawings: of a tree
file_lines  lines of files
dumps       bytes, as od and xxd print them
packed      what is in two archives
files       whether two commands changed the same
comparing   two outcomes, an expectation, a tree -> whether they are the same
sandbox     a program in Bash, with its checks -> Observation
"""

from asmeant.execution.shell.changes import Change, State
from asmeant.execution.shell.outcome import Outcome
from asmeant.execution.shell.runner import ShellRunner
from asmeant.execution.shell.tree import Entry, Tree, from_files, grow

__all__ = ["Change", "Entry", "Outcome", "ShellRunner", "State", "Tree", "from_files", "grow"]
