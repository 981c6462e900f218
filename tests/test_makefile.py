"""The targets work wherever the checkout lies: here with a Python that only notes how it is called."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Makes an "environment" that holds itself, and writes down everything else that it is asked.
PYTHON = """#!/bin/sh
[ "$2" = venv ] && mkdir -p "$3/bin" && cp "$0" "$3/bin/python"
echo "$@" >> "$CALLS"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "Übung mit 'Rand' und Raum" / "asmeant"
    folder.mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    python = folder.parent / "my python"
    python.write_text(PYTHON, "utf-8")
    python.chmod(0o755)
    return folder


def calls(checkout: Path, target: str, *words: str) -> list[str]:
    """How Python was called when a target was made."""
    notes = checkout / "calls.txt"
    notes.unlink(missing_ok=True)
    command = ["make", target, f"PYTHON={checkout.parent / 'my python'}", *words]
    done = subprocess.run(
        command,
        cwd=checkout,
        env={"CALLS": str(notes), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return notes.read_text("utf-8").splitlines()


def test_each_target_sets_up_what_it_needs_and_only_once(checkout: Path) -> None:
    first = calls(checkout, "demo")
    assert first[-2:] == ["-m pip install --quiet --editable .[embedded]", "-m asmeant demo"]
    assert calls(checkout, "demo") == ["-m asmeant demo"]
    assert "-m pip install --quiet --editable .[embedded,dev]" in calls(checkout, "check")
    (tests,) = calls(checkout, "test")
    assert tests == "-m pytest -n 2"
    assert calls(checkout, "coverage") == ["-m pytest -n 2 --cov --cov-report=term:skip-covered"]


def test_every_tool_is_called_by_the_python_of_the_environment(checkout: Path) -> None:
    """Not by its script: a first line that names a path with a space in it does not work everywhere."""
    assert [line.split()[1] for line in calls(checkout, "check")[-4:-1]] == ["ruff", "ruff", "mypy"]
    lines = (ROOT / "Makefile").read_text("utf-8").splitlines()
    scripts = {word.strip("@\t") for line in lines for word in line.split() if "/bin/" in word}
    assert scripts == {'"$(VENV)/bin/python"', '"$(VENV)-smoke/bin/python"'}


def test_the_environment_may_lie_elsewhere(checkout: Path) -> None:
    elsewhere = checkout.parent / "other place" / "venv"
    assert calls(checkout, "test", f"VENV={elsewhere}")[-1].startswith("-m pytest")
    assert (elsewhere / "bin" / "python").exists()
    assert calls(checkout, "test", f"VENV={elsewhere}") == ["-m pytest -n 2"]


def test_an_old_python_is_named_with_what_to_do(checkout: Path) -> None:
    old = checkout.parent / "old"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2 && exit\nexit 1\n', "utf-8")
    old.chmod(0o755)
    done = subprocess.run(
        ["make", "test", f"PYTHON={old}"], cwd=checkout, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "asmeant needs Python 3.11 or newer; found Python 3.9.2. Say which: make PYTHON=..." in done.stdout
