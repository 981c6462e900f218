"""The items of a project: adding, listing, and saving without overwriting the changes of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import sqlalchemy as sql

from asmeant.authoring.project import schema
from asmeant.authoring.project.errors import ConflictError, NotAllowedError
from asmeant.authoring.project.people import Store, as_record, event_values
from asmeant.authoring.project.records import STATES, Item, State
from asmeant.authoring.project.texts import check_id, check_texts
from asmeant.datasets.tasks_file import CODE_LANGUAGES, faults
from asmeant.errors import DataError, UsageError, hint

# States that an annotator may give to an item assigned to them.
_BY_ANNOTATORS: tuple[State, ...] = ("new", "written", "refused")


class Items(Store):
    def items(
        self,
        *,
        state: State | None = None,
        intent_language: str | None = None,
        code_language: str | None = None,
        text: str = "",
        offset: int = 0,
        limit: int | None = None,
    ) -> list[Item]:
        """Items in the order in which they were added. `text` is searched for in id, intent and code."""
        query = _filtered(sql.select(*_COLUMNS), state, intent_language, code_language, text)
        query = query.order_by(schema.items.c.position).offset(offset)
        with self.database.reading() as connection:
            return [as_record(Item, row) for row in connection.execute(query.limit(limit))]

    def count_items(
        self,
        *,
        state: State | None = None,
        intent_language: str | None = None,
        code_language: str | None = None,
        text: str = "",
    ) -> int:
        query = _filtered(
            sql.select(sql.func.count()).select_from(schema.items),
            state,
            intent_language,
            code_language,
            text,
        )
        with self.database.reading() as connection:
            return connection.scalar(query) or 0

    def item(self, item_id: str) -> Item:
        with self.database.reading() as connection:
            return self._item(connection, item_id)

    def add_items(self, items: Iterable[Item], *, by: str, skip_existing: bool = False) -> int:
        """Adds all or none: an existing id is an error, or is skipped. Returns how many were added."""
        new = [_checked(replace(item, version=1)) for item in items]
        table = schema.items.c
        with self.database.writing() as connection:
            self._require(connection, by, "editor")
            known_ids = set(connection.scalars(sql.select(table.id)))
            last = connection.scalar(sql.select(sql.func.max(table.position))) or 0
            if skip_existing:
                new = [item for item in new if item.id not in known_ids]
            for item in new:
                if item.id in known_ids:
                    raise DataError(
                        f"The id '{item.id}' is already taken. Give every item its own id; nothing was added."
                    )
                known_ids.add(item.id)
            new = [replace(item, check_origins=_origins(item, None, f"added by {by}")) for item in new]
            rows = [{"position": place, **_values(item)} for place, item in enumerate(new, last + 1)]
            if rows:
                connection.execute(schema.items.insert(), rows)
                events = [event_values(by, "add", item.id, after=item) for item in new]
                connection.execute(schema.history.insert(), events)
        return len(new)

    def save_item(self, item: Item, *, by: str) -> Item:
        """Stores a changed item, and returns it with its new version.

        Raises a ConflictError, with both texts, if the item was changed since `item.version` was read.
        """
        _checked(item)
        with self.database.writing() as connection:
            stored = self._item(connection, item.id)
            self._require_edit(connection, by, stored, item)
            item = replace(item, check_origins=_origins(item, stored, f"written by {by}"))
            if replace(stored, version=item.version) == item:
                return stored  # nothing changes, or the response to an earlier save was lost
            if stored.version == item.version:
                return self._store_item(connection, stored, item, by)
            self._note(connection, by, "conflict", item.id, stored, item)
        raise ConflictError(stored, item)

    def refuse(self, item: Item, reason: str, *, by: str) -> Item:
        """Leaves an item out of the benchmark, for a reason that the datasheet states."""
        return self.save_item(replace(item, state="refused", reason=reason), by=by)

    def _item(self, connection: sql.Connection, item_id: str) -> Item:
        row = connection.execute(sql.select(*_COLUMNS).where(schema.items.c.id == item_id)).first()
        if row is None:
            ids = connection.scalars(sql.select(schema.items.c.id).limit(10_000))
            raise UsageError(f"No item of this project is called '{item_id[:80]}'. {hint(item_id, ids)}")
        return as_record(Item, row)

    def _store_item(self, connection: sql.Connection, stored: Item, item: Item, by: str) -> Item:
        """Must be called in a transaction that has read `stored`."""
        saved = replace(item, version=stored.version + 1)
        table = schema.items
        connection.execute(table.update().where(table.c.id == item.id).values(**_values(saved)))
        self._note(connection, by, "save", item.id, stored, saved)
        return saved

    def _require_edit(self, connection: sql.Connection, by: str, stored: Item, item: Item) -> None:
        self._require_work(connection, by, "write", item.id)
        is_reserved = item.state != stored.state and item.state not in _BY_ANNOTATORS
        if is_reserved and self._person(connection, by).role == "annotator":
            raise NotAllowedError(f"'{by}' is an annotator. Only an editor sets the state '{item.state}'.")


_COLUMNS = [column for column in schema.items.c if column.name != "position"]


def _values(item: Item) -> dict[str, Any]:
    return {column.name: getattr(item, column.name) for column in _COLUMNS}


def _filtered(
    query: sql.Select[Any],
    state: State | None,
    intent_language: str | None,
    code_language: str | None,
    text: str,
) -> sql.Select[Any]:
    table = schema.items.c
    filters = {table.state: state, table.intent_language: intent_language, table.code_language: code_language}
    query = query.where(*(column == value for column, value in filters.items() if value is not None))
    if text.strip():
        columns = (table.id, table.intent, table.code)
        contains = (
            sql.func.lower(column).contains(text.strip().lower(), autoescape=True) for column in columns
        )
        query = query.where(sql.or_(*contains))
    return query


def _origins(item: Item, stored: Item | None, by: str) -> Mapping[str, str]:
    """How each check was made: as the item states, otherwise by whom it was written or changed."""
    before = {check.name: check for check in stored.task.checks} if stored and stored.task else {}
    origins = {}
    for check in item.task.checks if item.task else ():
        origin = item.check_origins.get(check.name, "")
        told_anew = stored is None or origin != stored.check_origins.get(check.name, "")
        if not origin or (check != before.get(check.name) and not told_anew and not origin.endswith(by)):
            origin = f"{origin}, {by}".lstrip(", ")
        origins[check.name] = origin
    return origins


def _checked(item: Item) -> Item:
    check_id(item.id)
    check_texts(item)
    if item.state not in STATES:
        raise DataError(f"Item '{item.id}' has the state '{item.state}'. Known: {', '.join(STATES)}.")
    if item.code_language not in CODE_LANGUAGES:
        raise DataError(
            f"Item '{item.id}' is in the language '{item.code_language}'. "
            f"Code is written in {' or '.join(CODE_LANGUAGES)}."
        )
    if item.state == "refused" and not item.reason.strip():
        raise DataError(f"Item '{item.id}' is refused without a reason. Say why.")
    for fault in faults(item.task) if item.task else ():
        raise DataError(f"The task of item '{item.id}': {fault}")
    return item
