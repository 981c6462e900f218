"""What is asked: a task with its checks and its scaffold."""

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
    """What kind of answer the output of a command is, and what of it matters.

    `ordered` says that the order of rows matters, `spacing` that blanks do. `paths` says whether a file
    may be named by any path that leads to it, or only as printed; relative paths begin in the working
    directory or in one of `folders`. `attributes` are what must be told of each file. With `extras`, more
    columns are accepted where each is true of its file; with `contents`, so is a line of the file.
    Without `directories`, folders among the files do not count; without `hidden`, hidden files do not.
    Without `whole_lines`, a part of a line stands for it. If `columns` are named, as `cut` does (`1`,
    `2-`), they alone matter. With `units`, a size must have the unit that the reference prints; with
    `totals`, a total counts. With `times`, the times of files count among the changes. `written` says
    that the answer is in a file that the command writes, and that what it prints does not matter.

    `sure` is False where a person should look at it; `because` says what decided.
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
    """One way of being right: every probe must run clean.

    For a command: its outcome must be that of `same_outcome_as`, compared as `expects` says, in each of
    `trees`. Without trees it runs in that of the scaffold.
    """

    name: str = "all"
    probes: tuple[str, ...] = ()
    same_outcome_as: str | None = None
    expects: Expectation | None = None
    trees: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scaffold:
    """What stands around a candidate when it runs.

    The program is `before + code + after`, then `setup`, then the probes of one check in order. Where the
    code itself defines `entry`, only what precedes that definition is taken from `before`. Probes call the
    candidate's function by the name `entry` or by the word `candidate`. With `any_function` every function
    that the code defines is tried under that name.

    A command begins in `working_directory`, among the files of `tree`, which is an archive, a folder or a
    listing whose content stands at `/`, and those of `files`. In a world for commands it is always `clock`;
    elsewhere files are as old as they were then.
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
    """One intent, and how to tell whether code does as meant."""

    id: str
    intent: str
    intent_language: str = "en"
    code_language: str = "python"
    references: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    scaffold: Scaffold = Scaffold()
    tags: Mapping[str, str] = field(default_factory=dict)
