"""Runs, an SQL query -> Answer. DuckDB queries copies of the files in memory, so that nothing is changed."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from asmeant.analysis.tables import VIEWS, Runs, columns, iterate
from asmeant.errors import UsageError
from asmeant.records import to_json

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The maximum length of a line: the output of a program may be long.
LARGEST_LINE = 128 << 20


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a query."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]


def ask(runs: Runs, query: str) -> Answer:
    """The result of one `select` over the views of these runs."""
    try:
        import duckdb
    except ImportError:
        raise UsageError("asmeant sql needs DuckDB. Install it with: pip install 'asmeant[sql]'") from None
    with closing(duckdb.connect(":memory:", config={"python_enable_replacements": "false"})) as database:
        try:
            _refuse_changes(database, query)
            _load(database, runs)
            cursor = database.execute(query)
            return Answer(tuple(item[0] for item in cursor.description or ()), cursor.fetchall())
        except duckdb.Error as error:
            raise UsageError(
                f"The query failed: {_error_text(error)}. The views: {', '.join(VIEWS)}. "
                "Their columns: asmeant sql"
            ) from error


def _refuse_changes(database: DuckDBPyConnection, query: str) -> None:
    import duckdb

    statements = database.extract_statements(query)
    asking = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
    if len(statements) != 1 or statements[0].type not in asking:
        raise UsageError(
            f"asmeant sql answers one select, and {query.strip()!r} is not one. Runs are only read. "
            "Try: asmeant sql 'select * from runs'"
        )


def _load(database: DuckDBPyConnection, runs: Runs) -> None:
    """Loads every view, then disables external access: a query reaches neither files nor the network."""
    with tempfile.TemporaryDirectory(prefix="asmeant-sql-") as folder:
        for view in VIEWS:
            path = Path(folder) / f"{view}.jsonl"
            with path.open("wb") as file:
                file.writelines(to_json(row) + b"\n" for row in iterate(runs, view))
            types = ", ".join(f"'{name}': '{kind}'" for name, kind in columns(view).items())
            database.execute(
                f"create table {view} as select * from read_json(?, format = 'newline_delimited', "
                f"columns = {{{types}}}, maximum_object_size = {LARGEST_LINE})",
                [str(path)],
            )
    database.execute("set enable_external_access = false")
    database.execute("set lock_configuration = true")


def _error_text(error: Exception) -> str:
    """The first line of DuckDB's message and its suggestion, without the marked query."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    proposed = [line for line in lines[1:] if line.startswith(("Candidate", "Did you mean"))]
    return " ".join([*lines[:1], *proposed]).rstrip(".:")
