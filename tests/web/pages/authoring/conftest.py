from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from asmeant.authoring.project import Project
from tests.web.pages.authoring.making import Person, make_project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with make_project(tmp_path / "project") as project:
        yield project


@pytest.fixture
def visitor(tmp_path: Path, project: Project) -> Callable[[str], Person]:
    return lambda name: Person(tmp_path, tmp_path / "project", name)
