"""A folder or a URL -> transactions. The same statements run in SQLite and in PostgreSQL.

Writers take turns: in SQLite by its write lock, in PostgreSQL by a lock on the row of the project. So what a
transaction has read stays valid until it ends, and no two people overwrite each other unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SQLiteConnection
from threading import Lock
from typing import Any

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from asmeant.authoring.project import schema
from asmeant.errors import DataError, UsageError

FILE = "project.sqlite"
# How long a writer waits for others, each of which takes milliseconds.
WAIT_SECONDS = 60
# Connections of one process; PostgreSQL allows 100 in all.
CONNECTIONS = 16
_DRIVER = "postgresql+pg8000"


class Database:
    """Short transactions for any number of threads. Other processes may use the same database."""

    def __init__(self, place: str | Path) -> None:
        self.url = _url(place)
        self.is_file = self.url.get_backend_name() == "sqlite"
        self._turn = Lock()
        self._engine = _engine(self.url, self.is_file)

    @property
    def place(self) -> str:
        """The location of the project, without a password."""
        if self.is_file:
            return str(self.url.database)
        url = self.url.set(drivername="postgresql") if self.url.drivername == _DRIVER else self.url
        return url.render_as_string(hide_password=True)

    @property
    def folder(self) -> str:
        """The same, as an argument for a command."""
        return str(Path(self.place).parent) if self.is_file else self.place

    @contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        with self._reported(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sql.Connection]:
        """One transaction: everything is stored durably when the block ends, or nothing after an error."""
        with (
            self._reported(),
            self._turn,
            self._engine.connect() as connection,
            connection.execution_options(writing=True).begin(),
        ):
            connection.execute(sql.select(schema.project.c.id).with_for_update())
            yield connection

    def has_tables(self) -> bool:
        if self.is_file and not Path(str(self.url.database)).is_file():
            return False
        with self._reported():
            return sql.inspect(self._engine).has_table(schema.project.name)

    def create_tables(self) -> None:
        if self.is_file:
            Path(str(self.url.database)).parent.mkdir(parents=True, exist_ok=True)
        with self._reported():
            schema.tables.create_all(self._engine, checkfirst=False)

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise DataError(
                f"The database {self.place} cannot be used: {_short(reason)}. "
                "Check that it is there, that you may write to it and that the disk is not full."
            ) from error


def _short(reason: object) -> str:
    """pg8000 raises with a dict of fields: its message is under M."""
    fields = getattr(reason, "args", None)
    if fields and isinstance(fields[0], dict):
        return str(fields[0].get("M", fields[0]))
    return " ".join(str(reason).split())[:300].rstrip(".")


def _url(place: str | Path) -> sql.URL:
    if isinstance(place, Path) or "://" not in place:
        return sql.URL.create("sqlite", database=str(Path(place).expanduser() / FILE))
    try:
        url = sql.make_url(place)
    except ArgumentError as error:
        raise UsageError(
            f"A project is a folder, or postgresql://USER:PASSWORD@HOST/DATABASE: {error}"
        ) from error
    if url.get_backend_name() != "postgresql":
        raise UsageError(
            f"A project is a folder, or a database of PostgreSQL as in postgresql://USER@HOST/DATABASE. "
            f"Found '{url.drivername}'."
        )
    return url.set(drivername=_DRIVER) if url.drivername == "postgresql" else url


def _engine(url: sql.URL, is_file: bool) -> sql.Engine:
    arguments: dict[str, Any] = {}
    if is_file:
        arguments["timeout"] = WAIT_SECONDS
    elif "unix_sock" in url.query:
        arguments["ssl_context"] = False  # a local socket needs none
    try:
        engine = sql.create_engine(
            url,
            connect_args=arguments,
            pool_pre_ping=not is_file,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=WAIT_SECONDS,
        )
    except (ImportError, NoSuchModuleError) as error:
        raise UsageError(
            f"A project in PostgreSQL needs a driver ({error}): pip install 'asmeant[author]', "
            "and begin the URL with postgresql://"
        ) from error
    if is_file:
        event.listen(engine, "connect", _prepare_file)
        event.listen(engine, "begin", _begin)
    else:
        event.listen(engine, "connect", _prepare_server)
    return engine


def _prepare_file(connection: SQLiteConnection, _: object) -> None:
    # The driver opens no transaction by itself: `_begin` does.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # SQLite's own function only handles ASCII letters.
    connection.create_function("lower", 1, lambda text: None if text is None else str(text).lower())


def _prepare_server(connection: Any, _: object) -> None:
    # A process that hangs in a transaction would block all writers: the server ends it.
    cursor = connection.cursor()
    cursor.execute(f"SET idle_in_transaction_session_timeout = '{WAIT_SECONDS}s'")
    cursor.close()
    connection.commit()


def _begin(connection: sql.Connection) -> None:
    # A transaction that reads first and writes later could fail half-way, so a writer takes its lock at once.
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
