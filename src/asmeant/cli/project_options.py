"""Options of the commands that work on a project: the project, and who acts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from asmeant.errors import UsageError

if TYPE_CHECKING:
    from asmeant.authoring.project import Project

project_argument = click.argument("place", metavar="PROJECT")
as_option = click.option(
    "--as",
    "person",
    metavar="NAME",
    envvar="ASMEANT_PERSON",
    help="Who acts, by pseudonym. Default: ASMEANT_PERSON, or the only admin.",
)


@contextmanager
def opened(place: str) -> Iterator[Project]:
    """The project in a folder or at a URL."""
    require_extra()
    from asmeant.authoring.project import Project

    with Project.open(place) as project:
        yield project


def require_extra() -> None:
    try:
        import sqlalchemy  # noqa: F401
    except ModuleNotFoundError as error:
        raise UsageError(f"A project needs {error.name}: pip install 'asmeant[author]'") from error


def acting(project: Project, person: str | None) -> str:
    """The person named, or the only admin."""
    if person:
        return project.person(person).name
    admins = [member.name for member in project.people() if member.role == "admin"]
    if len(admins) > 1:
        raise UsageError(f"There are {len(admins)} admins: {', '.join(admins)}. State who you are: --as NAME")
    return admins[0]
