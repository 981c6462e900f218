"""A folder or a URL -> Project: everything that the people who make a benchmark have written and decided.

A project is a folder with an SQLite database, or for a team a PostgreSQL database. Each write is one
transaction that is on disk when the call returns, and a line of the history.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

import sqlalchemy as sql

from asmeant.authoring.project import schema
from asmeant.authoring.project.database import Database
from asmeant.authoring.project.judging import Judging
from asmeant.authoring.project.people import People, now
from asmeant.authoring.project.proposals import Proposals
from asmeant.authoring.project.records import Person
from asmeant.authoring.project.texts import check_person, check_texts
from asmeant.authoring.project.work import Work
from asmeant.errors import DataError, UsageError


class Project(People, Proposals, Work, Judging):
    """Thread-safe. Other processes open the same place themselves."""

    def __init__(self, database: Database, name: str) -> None:
        super().__init__(database)
        self.name = name

    @classmethod
    def create(cls, place: str | Path, name: str, admin: str = "admin") -> Project:
        """A new project with one person, who may add others."""
        check_person(admin)
        check_texts(name)
        if not name.strip():
            raise UsageError("A project needs a name: that of the benchmark that it makes.")
        database = Database(place)
        if database.has_tables():
            database.close()
            raise UsageError(
                f"There is already a project in {database.place}. Choose another place, or use it."
            )
        database.create_tables()
        project = cls(database, name)
        with database.writing() as connection:
            values = {"id": 1, "name": name, "created": now(), "format": schema.FORMAT}
            connection.execute(schema.project.insert().values(**values))
            connection.execute(schema.people.insert().values(name=admin, role="admin"))
            project._note(connection, admin, "create", after={"name": name})
            project._note(connection, admin, "person", after=Person(admin, "admin"))
        return project

    @classmethod
    def open(cls, place: str | Path) -> Project:
        database = Database(place)
        if not database.has_tables():
            database.close()
            raise DataError(
                f"There is no project in {database.place}. Make one: asmeant author init {database.folder}"
            )
        with database.reading() as connection:
            row = connection.execute(sql.select(schema.project)).first()
        if row is None or row.format > schema.FORMAT:
            database.close()
            raise DataError(
                f"The project in {database.place} was made by a newer version of asmeant. Update asmeant."
                if row is not None
                else f"The project in {database.place} was not completed. Remove it, and make it again."
            )
        return cls(database, row.name)

    def close(self) -> None:
        self.database.close()

    def __enter__(self) -> Project:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
