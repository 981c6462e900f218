"""Task: an intent, the checks that decide about its answers, and the scaffold that runs them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

AnswerKind = Literal[
    "nothing",
    "status",
    "number",
    "value",
    "text",
    "lines",
    "lines in any order",
    "files",
    "files with attributes",
    "lines by file",
]
Paths = Literal["any", "printed"]


@dataclass(frozen=True, slots=True)
class Expectation:
    """How the outcome of a command is compared with that of the reference.

    `kind`         what the output is: a number, lines, files, ...
    `ordered`      the order of rows matters
    `spacing`      blanks matter
    `paths`        a file may be named by any path that leads to it, or only by the printed one
    `folders`      relative paths begin in the working directory or in one of these
    `attributes`   what must be printed about each file
    `extras`       further columns are accepted if they are true of their file
    `contents`     a line of the file is accepted, too
    `directories`  folders among the files count
    `hidden`       hidden files count
    `whole_lines`  a part of a line does not stand for the line
    `columns`      only these columns matter, written as for `cut` (`1`, `2-`)
    `units`        a size must have the unit that the reference prints
    `totals`       totals count
    `times`        the times of files count among the changes
    `written`      the answer is in a file that the command writes; its output does not matter

    `sure` is False if a person should look at it. `because` gives the reasons for the choice.
    """

    kind: AnswerKind = "text"
    ordered: bool = True
    spacing: bool = True
    paths: Paths = "printed"
    folders: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    extras: bool = False
    contents: bool = False
    directories: bool = True
    hidden: bool = True
    whole_lines: bool = True
    columns: str = ""
    units: bool = False
    totals: bool = False
    times: bool = False
    written: bool = False
    sure: bool = True
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One way to be right: every probe must run without an error.

    For a command: in each of `trees`, its outcome must be the same as that of the command `same_outcome_as`.
    `expects` says how they are compared. Without `trees`, the tree of the scaffold is used.
    """

    name: str = "all"
    probes: tuple[str, ...] = ()
    same_outcome_as: str | None = None
    expects: Expectation | None = None
    trees: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scaffold:
    """The code and the files around a candidate when it runs.

    The program is `before + code + after`, then `setup`, then the probes of one check in order. If the code
    itself defines `entry`, only the part of `before` above that definition is used. Probes call the
    candidate's function as `entry` or as `candidate`. With `any_function`, every function that the code
    defines is tried under that name.

    A command starts in `working_directory`. It sees the files of `tree` (an archive, a folder or a listing,
    placed at `/`) and those of `files`. `clock` is the time at which it runs: in a world for commands the
    clock stands still then; elsewhere the files are made as old as they were at that time.
    """

    before: str = ""
    after: str = ""
    setup: str = ""
    entry: str = ""
    any_function: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    libraries: tuple[str, ...] = ()
    tree: str = ""
    working_directory: str = ""
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One intent, and the checks that decide whether code does as meant."""

    id: str
    intent: str
    intent_language: str = "en"
    code_language: str = "python"
    references: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    scaffold: Scaffold = Scaffold()
    tags: Mapping[str, str] = field(default_factory=dict)
