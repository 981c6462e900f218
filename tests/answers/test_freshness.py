"""A folder -> what has changed in it since a moment."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from asmeant.answers.freshness import COARSE_SECONDS, changed_since


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "here" / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "here" / "deep" / "deeper" / "a").write_text("x")
    (tmp_path / "here" / "gone").write_text("x")
    (tmp_path / "other").write_text("x")
    time.sleep(2 * COARSE_SECONDS)
    return tmp_path / "here"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda here: None, ""),
        (lambda here: (here / "deep" / "deeper" / "a").read_text(), ""),
        (lambda here: (here / "deep" / "deeper" / "a").write_text("y"), "deep/deeper/a"),
        (lambda here: (here / "deep" / "new").touch(), "deep"),
        (lambda here: (here / "gone").unlink(), "."),
        (lambda here: os.utime(here / "gone", (1, 1)), "gone"),  # its date looks old
        (lambda here: (here.parent / "other").chmod(0o600), "../other"),
    ],
)
def test_what_has_changed(folder: Path, change: object, path: str) -> None:
    moment = time.time()
    time.sleep(COARSE_SECONDS)
    assert callable(change)
    change(folder)
    newer = changed_since(folder, moment, [str(folder.parent / "other"), str(folder / "never-there")])
    assert newer == ("" if not path else os.path.normpath(folder / path))


def test_a_large_folder_is_not_looked_through_for_ever(folder: Path) -> None:
    (folder / "deep" / "deeper" / "a").write_text("y")
    assert changed_since(folder, time.time() - COARSE_SECONDS, most_seconds=0) == ""
