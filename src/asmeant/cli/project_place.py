"""The project on the command line: where it is, and who works in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.errors import UsageError

if TYPE_CHECKING:
    from asmeant.authoring.project import Project

person_option = click.option(
    "--as",
    "person",
    default="admin",
    show_default=True,
    envvar="ASMEANT_PERSON",
    help="Who you are in the project.",
)


def is_project(text: str) -> bool:
    """Whether this names a project: a folder with its database, or the URL of one."""
    return text.startswith("postgresql") or (Path(text).expanduser() / "project.sqlite").is_file()


def open_project(place: str) -> Project:
    try:
        from asmeant.authoring.project import Project
    except ImportError as error:
        raise UsageError("A project needs SQLAlchemy. Say: pip install 'asmeant[author]'") from error
    return Project.open(place)
