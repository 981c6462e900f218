"""Modules that exist somewhere, and such as nobody has made."""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path

import pytest

from asmeant.execution.known_modules import LIST, exists
from asmeant.languages import python

MADE_UP = (
    "no_such_library",
    "numpyy",
    "panda",
    "sklern",
    "my_module",
    "solution",
    "candidate",
    "helper",
    "utils",
    "foo",
    "",
)


@pytest.mark.parametrize("name", MADE_UP)
def test_a_made_up_name_does_not_exist(name: str) -> None:
    assert not exists(name)


def test_the_standard_library_exists() -> None:
    assert all(exists(name) for name in sys.stdlib_module_names)
    assert exists("os.path")
    assert exists("distutils.core")  # that of another Python


def test_every_library_of_the_odex_world_exists() -> None:
    wanted = Path(LIST.parent, "worlds", "odex", "requirements.in").read_text("utf-8")
    names = {line.split("=")[0].split("<")[0].split(">")[0].split("[")[0].strip() for line in wanted.splitlines()
             if line.strip() and not line.startswith(("#", "-"))}  # fmt: skip
    called = {"beautifulsoup4": "bs4", "pillow": "PIL", "pyyaml": "yaml", "scikit-learn": "sklearn", "opencv-python-headless": "cv2",
              "python-dateutil": "dateutil", "pycryptodome": "Crypto", "scikit-image": "skimage", "python-docx": "docx", "pyserial": "serial",
              "tensorflow-cpu": "tensorflow", "ipython": "IPython",}  # fmt: skip
    modules = {called.get(name.lower(), name.lower().replace("-", "_")) for name in names}
    missing = sorted(name for name in modules if not exists(name))
    assert missing == []


@pytest.mark.parametrize(
    "name",
    ["numpy", "pandas", "scipy", "matplotlib", "sklearn", "PIL", "lxml", "yaml", "dateutil", "httpx", "click", "rich", "pytest", "hypothesis",
     "attr", "joblib", "nltk", "regex", "six", "tqdm", "jsonschema", "polars", "duckdb", "tabulate", "sortedcontainers", "msgspec", "anyio"],
)  # fmt: skip
def test_libraries_that_are_installed_here_exist(name: str) -> None:
    assert exists(name)


def test_of_what_is_installed_here_the_greater_part_is_known() -> None:
    """A list is never whole; what it lacks is told here."""
    installed = {
        name
        for name in importlib.metadata.packages_distributions()
        if name.isidentifier() and not name.startswith("_")
    }
    unknown = sorted(name for name in installed if not exists(name))
    assert len(unknown) < len(installed) / 2, unknown


@pytest.mark.data
def test_every_library_that_an_odex_task_needs_exists(released_data: Path) -> None:
    from asmeant import load_tasks
    from asmeant.records import Selection

    needed: set[str] = set()
    for task in load_tasks("odex", Selection(languages=("en", "es", "ru")), released_data):
        texts = [*task.references, task.scaffold.setup, task.scaffold.before]
        texts += [probe for check in task.checks for probe in check.probes]
        needed |= {name.partition(".")[0] for name in python.imports(*texts)} | set(task.scaffold.libraries)
    assert sorted(name for name in needed if not exists(name)) == []
