"""A place is asked for its libraries as a program would find them."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

import pytest

from asmeant.execution import Place
from asmeant.execution.installed import Libraries, libraries_in, packages_for
from asmeant.execution.worlds import Built, World


def test_versions_and_what_is_missing() -> None:
    libraries = libraries_in(Place(), ["msgspec", "os", "no_such_library", "", "os.path", "no.such.module"])
    assert libraries.versions["msgspec"] == importlib.metadata.version("msgspec")
    assert libraries.missing == ("", "no.such.module", "no_such_library")


def test_what_lies_in_the_folder_of_the_call_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program runs elsewhere, and would not find it."""
    (tmp_path / "lying_here.py").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert libraries_in(Place(), ["lying_here"]).missing == ("lying_here",)


def test_a_stand_in_of_a_world_is_there(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").symlink_to(Path(Place().python).resolve())
    (tmp_path / "stood_in.py").touch()
    (tmp_path / "shims.py").write_text(
        f"import sys\ndef install(answers, live):\n    sys.path.append({str(tmp_path)!r})\n"
    )
    world = World("tiny", "", tmp_path, ("3.11",), 1, shims="shims.py")
    assert libraries_in(Place(Built(world, home, "3.11")), ["stood_in", "other"]).missing == ("other",)


@pytest.mark.parametrize("python", ["/no/such/python", "/bin/false"])
def test_a_python_that_does_not_start_is_left_to_the_sandbox(python: str) -> None:
    assert libraries_in(Place(python=python), ["os"]) == Libraries()


def test_packages_are_named_as_pip_knows_them() -> None:
    assert packages_for(["bs4", "numpy", "sklearn"]) == ["beautifulsoup4", "numpy", "scikit-learn"]
