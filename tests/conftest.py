"""What several tests need."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import settings

# Imported by worker threads otherwise. pytest parses what is imported, which Python 3.11 may refuse while
# another thread parses (see `languages/python.py`).
import asmeant.execution.shell.comparing
import asmeant.execution.shell.tools
import asmeant.languages.bash.normal  # noqa: F401

T = TypeVar("T")

# A busy machine is no fault: no example has a time limit of its own.
settings.register_profile("asmeant", deadline=None)
settings.load_profile("asmeant")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run every case of the longest tests")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is marked `thorough`, and all but every nth case of a test that is marked `every(n)`."""
    if config.getoption("--thorough"):
        return
    cases: Counter[str] = Counter()
    left_out = []
    for item in items:
        test = item.nodeid.partition("[")[0]
        every = item.get_closest_marker("every")
        if item.get_closest_marker("thorough") or (every and cases[test] % every.args[0]):
            left_out.append(item)
        cases[test] += 1
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        names = set(left_out)
        items[:] = [item for item in items if item not in names]


@pytest.fixture(autouse=True, scope="session")
def _power_stays_on() -> Iterator[None]:
    """No test cuts the power, and waiting for a disk takes longer than most of them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("fsync", "fdatasync"):
            patch.setattr(os, name, lambda _: None)
        yield


@pytest.fixture(scope="session")
def some_of(request: pytest.FixtureRequest) -> Callable[[Sequence[T], int], list[T]]:
    """Every nth item of a long list of cases; all of them with --thorough."""
    thorough = request.config.getoption("--thorough")
    return lambda items, step: list(items if thorough else items[::step])


@pytest.fixture(scope="session")
def released_data() -> Path:
    """The folder with the released data, which is never part of the project."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ASMEANT_DATA") or beside)
    if not folder.is_dir():
        pytest.skip(f"the released data is not in {folder}: set ASMEANT_DATA to the folder that has it")
    return folder
