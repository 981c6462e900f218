"""Projects in SQLite, and in a real PostgreSQL where its packages are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from asmeant.authoring.project import Item, Project
from asmeant.authoring.project.database import Database

# A normal user who runs the server where the tests are run by root, whom PostgreSQL refuses.
SERVER_USER = "nobody"


def _programs() -> Path | None:
    """The folder of PostgreSQL's server programs: Debian keeps them out of PATH."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    program = shutil.which("initdb")
    return Path(program).resolve().parent if program else None


def _as_server_user(command: list[str]) -> list[str]:
    if os.geteuid() != 0:
        return command
    return ["setpriv", f"--reuid={SERVER_USER}", "--regid=nogroup", "--clear-groups", *command]


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a database on a server of our own, in a temporary folder, reached by a socket."""
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed here: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="asmeant-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, SERVER_USER)
    quiet = {"check": True, "cwd": folder, "stdout": subprocess.DEVNULL}
    data = str(folder / "data")
    settings = f"-F -k {folder} -c listen_addresses='' -c shared_buffers=16MB"
    control = [str(programs / "pg_ctl"), "-D", data, "-w"]
    try:
        subprocess.run(
            _as_server_user(
                [str(programs / "initdb"), "-D", data, "-U", "tester", "-A", "trust", "--no-sync"]
            ),
            **quiet,  # type: ignore[call-overload]
        )
        subprocess.run(
            _as_server_user([*control, "-l", str(folder / "log"), "-o", settings, "start"]),
            **quiet,  # type: ignore[call-overload]
        )
        yield f"postgresql://tester@/postgres?unix_sock={folder}/.s.PGSQL.5432"
    finally:
        subprocess.run(
            _as_server_user([*control, "-m", "immediate", "stop"]), check=False, capture_output=True
        )
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgresql(postgresql_server: str) -> Iterator[str]:
    """An empty database."""
    yield postgresql_server
    engine = sql.create_engine(Database(postgresql_server).url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()


@pytest.fixture
def place(tmp_path: Path) -> str:
    """Where a project can be made: a folder."""
    return str(tmp_path / "project")


@pytest.fixture(params=["sqlite", "postgresql"])
def any_place(request: pytest.FixtureRequest, place: str) -> str:
    """A folder, and a database of PostgreSQL."""
    url: str = place if request.param == "sqlite" else request.getfixturevalue("postgresql")
    return url


@pytest.fixture(scope="session")
def made_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    _with_people_and_items(str(folder)).close()
    return folder


@pytest.fixture
def project(place: str, made_project: Path) -> Iterator[Project]:
    shutil.copytree(made_project, place)
    with Project.open(place) as project:
        yield project


@pytest.fixture
def any_project(any_place: str) -> Iterator[Project]:
    """The same in a folder and in PostgreSQL: for a few tests, which together use every table."""
    with _with_people_and_items(any_place) as project:
        yield project


def _with_people_and_items(place: str) -> Project:
    """Three annotators, an editor and an admin; two items."""
    project = Project.create(place, "tidy", admin="root")
    for name in ("ann", "ben", "cho"):
        project.add_person(name, by="root")
    project.add_person("eve", "editor", by="root")
    items = [
        Item("a", "list all files", code_language="bash", code="ls -a"),
        Item("b", "сосчитать строки файла `f`", "ru", "python", "len(open(f).readlines())"),
    ]
    project.add_items(items, by="eve")
    return project
