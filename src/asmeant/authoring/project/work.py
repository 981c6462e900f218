"""Assignments of work to people, and drafts of unfinished work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import sqlalchemy as sql

from asmeant.authoring.project import questions, schema
from asmeant.authoring.project.errors import ConflictError, NotAllowedError
from asmeant.authoring.project.people import Store, as_record, now
from asmeant.authoring.project.records import KINDS, Assignment, Draft, Kind, Progress
from asmeant.authoring.project.texts import check_texts
from asmeant.errors import DataError, UsageError


class Work(Store):
    # ── assignments ──

    def assign(
        self,
        kind: Kind,
        items: Sequence[str],
        people: Sequence[str],
        *,
        by: str,
        each: int = 3,
        form: str = "",
    ) -> list[Assignment]:
        """Assigns each item to `each` of the people, those with the least work first. Returns what is new.

        Existing assignments count, so the same call again adds nothing. A judge needs a `form`.
        """
        form = _checked_form(kind, form)
        people = list(dict.fromkeys(people))
        if not 1 <= each <= len(people):
            raise UsageError(
                f"Each item is to go to {each} people, of {len(people)}. Add people, or say less."
            )
        with self.database.writing() as connection:
            self._require(connection, by, "editor")
            for name in people:
                self._person(connection, name)
            _require_items(connection, items)
            new = list(self._spread(connection, kind, form, list(dict.fromkeys(items)), people, each))
            for assignment in new:
                self._note(connection, by, "assign", assignment.item, after=assignment)
        return new

    def assignments(
        self,
        *,
        person: str | None = None,
        kind: Kind | None = None,
        state: Progress | None = None,
        item: str | None = None,
        limit: int | None = None,
    ) -> list[Assignment]:
        table = schema.assignments
        filters = {table.c.person: person, table.c.kind: kind, table.c.state: state, table.c.item: item}
        query = sql.select(table).where(
            *(column == value for column, value in filters.items() if value is not None)
        )
        with self.database.reading() as connection:
            rows = connection.execute(query.order_by(table.c.id).limit(limit))
            return [as_record(Assignment, row) for row in rows]

    def next_assignment(self, person: str, kind: Kind) -> Assignment | None:
        """The first open assignment; None if this person has nothing left to do."""
        return next(iter(self.assignments(person=person, kind=kind, state="open", limit=1)), None)

    def finish(self, assignment_id: int, *, by: str, state: Progress = "done") -> Assignment:
        """People finish, skip or reopen only their own work. Their draft is then deleted."""
        table = schema.assignments
        with self.database.writing() as connection:
            row = connection.execute(sql.select(table).where(table.c.id == assignment_id)).first()
            if row is None or row.person != by:
                raise NotAllowedError(f"'{by}' has no assignment {assignment_id}.")
            before = as_record(Assignment, row)
            after = replace(before, state=state)
            if before != after:
                connection.execute(table.update().where(table.c.id == assignment_id).values(state=state))
                self._note(connection, by, "assignment", before.item, before, after)
            if state != "open":
                self._drop_draft(connection, before.kind, before.item, by)
        return after

    def _spread(
        self,
        connection: sql.Connection,
        kind: Kind,
        form: str,
        items: Sequence[str],
        people: Sequence[str],
        each: int,
    ) -> Iterator[Assignment]:
        table = schema.assignments
        rows = connection.execute(sql.select(table).where(table.c.kind == kind, table.c.form == form)).all()
        load = Counter(dict.fromkeys(people, 0))
        load.update(row.person for row in rows if row.state == "open")
        involved: dict[str, set[str]] = {}
        active: Counter[str] = Counter()
        for row in rows:
            involved.setdefault(row.item, set()).add(row.person)
            active[row.item] += row.state != "skipped"
        for item in items:
            free = [name for name in people if name not in involved.get(item, ())]
            # Stable: people with the same amount of work are taken in the given order.
            for name in sorted(free, key=lambda name: load[name])[: max(0, each - active[item])]:
                values = {"kind": kind, "form": form, "item": item, "person": name, "state": "open"}
                result = connection.execute(table.insert().values(**values))
                load[name] += 1
                yield Assignment(id=_new_id(result), kind=kind, item=item, person=name, form=form)

    # ── drafts ──

    def save_draft(self, draft: Draft) -> Draft:
        """Stores what `draft.person` has typed, and returns it with its new version.

        Raises a ConflictError, with both texts, if another window has saved since this one read the draft.
        """
        _check_kind(draft.kind)
        check_texts(draft)
        with self.database.writing() as connection:
            self._require_work(connection, draft.person, draft.kind, draft.item)
            stored = self._draft(connection, draft.kind, draft.item, draft.person)
            if stored and stored.content == draft.content:
                return stored
            if (stored.version if stored else 0) == draft.version:
                return self._store_draft(connection, draft)
            if stored is None:  # finished or deleted in another window
                return self._store_draft(connection, replace(draft, version=0))
            self._note(connection, draft.person, "conflict", draft.item, stored, draft)
        raise ConflictError(stored, draft)

    def draft(self, kind: Kind, item: str, person: str) -> Draft | None:
        """A person's own draft: nobody may read the drafts of others."""
        with self.database.reading() as connection:
            return self._draft(connection, kind, item, person)

    def drop_draft(self, kind: Kind, item: str, person: str) -> None:
        """Deletes the draft after the form was submitted. The history keeps the text."""
        with self.database.writing() as connection:
            self._drop_draft(connection, kind, item, person)

    def _draft(self, connection: sql.Connection, kind: Kind, item: str, person: str) -> Draft | None:
        row = connection.execute(sql.select(schema.drafts).where(*_own_draft(kind, item, person))).first()
        return as_record(Draft, row) if row is not None else None

    def _store_draft(self, connection: sql.Connection, draft: Draft) -> Draft:
        # Not in the history: a form is saved every few seconds while someone types.
        saved = replace(draft, version=draft.version + 1, saved=now())
        is_own = _own_draft(draft.kind, draft.item, draft.person)
        content = {"content": saved.content, "version": saved.version, "saved": saved.saved}
        if draft.version:
            connection.execute(schema.drafts.update().where(*is_own).values(**content))
        else:
            key = {"kind": draft.kind, "item": draft.item, "person": draft.person}
            connection.execute(schema.drafts.insert().values(**key, **content))
        return saved

    def _drop_draft(self, connection: sql.Connection, kind: Kind, item: str, person: str) -> None:
        draft = self._draft(connection, kind, item, person)
        if draft is not None:
            connection.execute(schema.drafts.delete().where(*_own_draft(kind, item, person)))
            self._note(connection, person, "draft dropped", item, before=draft)


def _own_draft(kind: Kind, item: str, person: str) -> list[sql.ColumnElement[bool]]:
    table = schema.drafts.c
    return [table.kind == kind, table.item == item, table.person == person]


def _new_id(result: sql.CursorResult[tuple[object, ...]]) -> int:
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise DataError(f"No work is called '{kind}'. Known: {', '.join(KINDS)}.")


def _checked_form(kind: str, form: str) -> str:
    _check_kind(kind)
    if kind == "judge":
        return questions.form(form).name
    if form:
        raise UsageError(f"Only judges have a form; '{kind}' has none. Leave '{form}' out.")
    return ""


def _require_items(connection: sql.Connection, items: Sequence[str]) -> None:
    existing = set(connection.scalars(sql.select(schema.items.c.id)))
    missing = [item for item in items if item not in existing]
    if missing:
        raise UsageError(f"No item of this project is called '{missing[0][:80]}'. Nothing was assigned.")
