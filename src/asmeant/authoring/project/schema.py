"""The tables of a project. JSON is stored as text, so that both databases hold the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sql

from asmeant.records import Task, from_json, to_json

# Increased when a table changes: a project with a newer format is refused.
FORMAT = 1


class Json(sql.types.TypeDecorator[Any]):
    """A value as JSON text, read as `kind`."""

    impl = sql.Text
    cache_ok = True

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: Any, dialect: sql.Dialect) -> str | None:
        return None if value is None else to_json(value).decode()

    def process_result_value(self, value: Any, dialect: sql.Dialect) -> Any:
        return None if value is None else from_json(self.kind, value)


tables = sql.MetaData()


def _table(name: str, *columns: sql.schema.SchemaItem) -> sql.Table:
    return sql.Table(f"asmeant_{name}", tables, *columns)


def _text(name: str) -> sql.Column[str]:
    return sql.Column(name, sql.Text, nullable=False, default="")


def _key(name: str) -> sql.Column[str]:
    return sql.Column(name, sql.Text, primary_key=True)


def _number() -> sql.Column[int]:
    return sql.Column("id", sql.Integer, primary_key=True, autoincrement=True)


def _item(**options: Any) -> sql.Column[str]:
    return sql.Column("item", sql.ForeignKey("asmeant_items.id"), nullable=False, **options)


def _person(name: str = "person", **options: Any) -> sql.Column[str]:
    return sql.Column(name, sql.ForeignKey("asmeant_people.name"), nullable=False, **options)


project = _table(
    "project",
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    _text("name"),
    _text("created"),
    sql.Column("format", sql.Integer, nullable=False),
)
people = _table("people", _key("name"), _text("role"))
items = _table(
    "items",
    _key("id"),
    sql.Column("position", sql.Integer, nullable=False, index=True),
    _text("intent"),
    _text("intent_language"),
    _text("code_language"),
    _text("code"),
    sql.Column("task", Json(Task)),
    sql.Column("state", sql.Text, nullable=False, index=True),
    _text("source"),
    _text("licence"),
    _text("reason"),
    sql.Column("check_origins", Json(Mapping[str, str]), nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
)
assignments = _table(
    "assignments",
    _number(),
    _text("kind"),
    _text("form"),
    _item(),
    _person(),
    _text("state"),
    sql.UniqueConstraint("kind", "form", "item", "person"),
    sql.Index("asmeant_work", "person", "kind", "state"),
)
drafts = _table(
    "drafts",
    _key("kind"),
    _item(primary_key=True),
    _person(primary_key=True),
    sql.Column("content", Json(Mapping[str, Any]), nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    _text("saved"),
)
proposals = _table("proposals", _number(), _item(index=True), _text("strategy"), _text("text"), _person("by"))
votes = _table(
    "votes",
    _item(primary_key=True),
    _person(primary_key=True),
    sql.Column("ranks", Json(Mapping[int, int]), nullable=False),
    _text("comment"),
)
candidates = _table(
    "candidates",
    _number(),
    _item(index=True),
    _text("code"),
    _text("template"),
)
systems = _table(
    "systems",
    _item(primary_key=True),
    _key("model"),
    sql.Column("rank", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("candidate", sql.ForeignKey("asmeant_candidates.id"), nullable=False, index=True),
)
judgements = _table(
    "judgements",
    _number(),
    _text("question"),
    _item(index=True),
    sql.Column("candidate", sql.Integer, nullable=False),
    _person(),
    _text("answer"),
    _text("cause"),
    _text("comment"),
    sql.Column("final", sql.Boolean, nullable=False),
    sql.UniqueConstraint("question", "item", "candidate", "person", "final"),
)
history = _table(
    "history",
    _number(),
    _text("when"),
    _text("person"),
    _text("what"),
    sql.Column("item", sql.Text, nullable=False, default="", index=True),
    _text("before"),
    _text("after"),
)
