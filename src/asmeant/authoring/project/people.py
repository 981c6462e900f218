"""The people of a project, and what they may do."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TypeVar

import sqlalchemy as sql

from asmeant.authoring.project import schema
from asmeant.authoring.project.database import Database
from asmeant.authoring.project.errors import NotAllowedError
from asmeant.authoring.project.records import ROLES, Event, Kind, Person, Role
from asmeant.authoring.project.texts import check_person
from asmeant.errors import DataError, UsageError, hint
from asmeant.records import to_json

R = TypeVar("R")


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def event_values(
    by: str, event: str, item: str, before: object = None, after: object = None
) -> dict[str, str]:
    """A line of the history."""
    texts = {
        name: "" if value is None else to_json(value).decode()
        for name, value in (("before", before), ("after", after))
    }
    return {"when": now(), "person": by, "what": event, "item": item, **texts}


def as_record(kind: type[R], row: sql.Row[tuple[object, ...]]) -> R:
    return kind(**row._mapping)


class Store:
    """What every part of a project needs: its database, checks of roles, and the history."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def _note(
        self,
        connection: sql.Connection,
        by: str,
        event: str,
        item: str = "",
        before: object = None,
        after: object = None,
    ) -> None:
        """Adds one line to the history, in the transaction of the change itself."""
        connection.execute(schema.history.insert().values(**event_values(by, event, item, before, after)))

    def _person(self, connection: sql.Connection, name: str) -> Person:
        row = connection.execute(sql.select(schema.people).where(schema.people.c.name == name)).first()
        if row is None:
            names = connection.scalars(sql.select(schema.people.c.name).order_by(schema.people.c.name))
            raise NotAllowedError(f"No person of this project is called '{name[:80]}'. {hint(name, names)}")
        return as_record(Person, row)

    def _require(self, connection: sql.Connection, name: str, role: Role) -> Person:
        """The person, who must have this role or a higher one."""
        person = self._person(connection, name)
        if ROLES.index(person.role) < ROLES.index(role):
            raise NotAllowedError(f"'{name}' is an {person.role}. This needs an {role}.")
        return person

    def _require_work(self, connection: sql.Connection, name: str, kind: Kind, item: str) -> None:
        """The item must exist, and be assigned to an annotator for this. Editors may work on every item."""
        if connection.scalar(sql.select(schema.items.c.id).where(schema.items.c.id == item)) is None:
            raise UsageError(f"No item of this project is called '{item[:80]}'. See: asmeant author status")
        if self._person(connection, name).role != "annotator":
            return
        table = schema.assignments.c
        assignment = sql.select(table.id).where(
            table.kind == kind, table.item == item, table.person == name, table.state != "skipped"
        )
        if connection.execute(assignment).first() is None:
            raise NotAllowedError(f"Item '{item}' is not assigned to '{name}' ({kind}).")


class People(Store):
    def people(self) -> list[Person]:
        with self.database.reading() as connection:
            rows = connection.execute(sql.select(schema.people).order_by(schema.people.c.name))
            return [as_record(Person, row) for row in rows]

    def person(self, name: str) -> Person:
        """Raises NotAllowedError if the project has no such person."""
        with self.database.reading() as connection:
            return self._person(connection, name)

    def add_person(self, name: str, role: Role = "annotator", *, by: str) -> Person:
        """Adds a person, or changes their role."""
        check_person(name)
        _check_role(role)
        table, person = schema.people, Person(name, role)
        with self.database.writing() as connection:
            self._require(connection, by, "admin")
            row = connection.execute(sql.select(table).where(table.c.name == name)).first()
            before = as_record(Person, row) if row is not None else None
            if before == person:
                return person
            if before is None:
                connection.execute(table.insert().values(name=name, role=role))
            else:
                self._require_another_admin(connection, before)
                connection.execute(table.update().where(table.c.name == name).values(role=role))
            self._note(connection, by, "person", before=before, after=person)
        return person

    def history(
        self,
        item: str | None = None,
        person: str | None = None,
        *,
        after: int = 0,
        limit: int | None = None,
        last: int | None = None,
    ) -> list[Event]:
        """Events in order: the first `limit` with a larger id than `after`, or the last ones.

        They show every vote and judgement, so they are not for people who have still to vote or judge.
        """
        table = schema.history
        order = table.c.id if last is None else table.c.id.desc()
        query = sql.select(table).where(table.c.id > after).order_by(order)
        if item is not None:
            query = query.where(table.c.item == item)
        if person is not None:
            query = query.where(table.c.person == person)
        with self.database.reading() as connection:
            rows = connection.execute(query.limit(limit if last is None else last))
            events = [as_record(Event, row) for row in rows]
        return events if last is None else events[::-1]

    def _require_another_admin(self, connection: sql.Connection, person: Person) -> None:
        table = schema.people.c
        other_admins = sql.select(table.name).where(table.role == "admin", table.name != person.name)
        if person.role == "admin" and connection.execute(other_admins).first() is None:
            raise UsageError(f"'{person.name}' is the only admin. Make another person admin first.")


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise DataError(f"No role is called '{role}'. Known: {', '.join(ROLES)}.")
