from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from asmeant.authoring.project import Project
from tests.web.apps import open_client
from tests.web.pages.authoring.making import Person, make_project


@pytest.fixture(scope="session")
def new_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once: a copy is quicker than another one."""
    place = tmp_path_factory.mktemp("authors") / "project"
    make_project(place).close()
    return place


@pytest.fixture
def project(new_project: Path, tmp_path: Path) -> Iterator[Project]:
    shutil.copytree(new_project, tmp_path / "project")
    with Project.open(tmp_path / "project") as project:
        yield project


@pytest.fixture
def visitor(tmp_path: Path, project: Project) -> Callable[[str], Person]:
    """Someone at this machine, by name; all of them call one server."""
    app = open_client(tmp_path, project=str(tmp_path / "project")).app
    return cache(lambda name: Person(app, name))
