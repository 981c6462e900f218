"""A box after a trial is as new, or known not to be; so is the zygote itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.execution.guest import box, state

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attributes and flags are those of Linux")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "box"
    path.mkdir(mode=0o777)
    box.make_box(str(path))
    assert box.clear_box(str(path))
    yield path
    for known in (box._touched, box._new):
        known.pop(str(path), None)
    if str(path) in box._spoiled:
        box._spoiled.remove(str(path))


def _look(place: Path) -> list[object]:
    """Everything that the next one could see."""
    found: list[object] = []
    for path in sorted((place, *place.rglob("*"))):
        seen = path.lstat()
        found.append(
            (
                path,
                seen.st_mode,
                seen.st_uid,
                seen.st_mtime > 10**9,
                os.listxattr(path, follow_symlinks=False),
            )
        )
    return found


LEFT = {
    "nothing": "true",
    "a file": "touch work/left",
    "a file that was deleted again": "touch tmp/x; rm tmp/x",
    "a file beside": "touch left .left",
    "a closed folder": "chmod 0 work",
    "a closed folder in a closed folder": "mkdir -p work/a/b; touch work/a/b/c; chmod 0 work/a/b work/a",
    "a link for a folder": "rmdir tmp; ln -s /etc tmp",
    "a file for a folder": "rmdir shm; touch shm",
    "a pipe for a folder": "rmdir shm; mkfifo shm",
    "no folder": "rmdir shm",
    "another folder in its place": "mv work tmp/; mkdir -m 700 work",
    "a mode of the box": "chmod 700 .",
    "old times": "touch -d 1980-01-01 work",
    "a flag": "chattr +d work || true",
    "an attribute": f'{sys.executable} -c \'import os; os.setxattr("work", "user.left", b"x")\' || true',
}


@pytest.mark.parametrize("left", list(LEFT))
def test_whatever_was_left_is_gone(place: Path, left: str) -> None:
    before = _look(place)
    subprocess.run(["sh", "-c", LEFT[left]], cwd=place, check=True, capture_output=True)
    assert box.clear_box(str(place))
    assert _look(place) == before


def test_a_box_that_nobody_touched_is_not_made_again(place: Path) -> None:
    before = [path.stat().st_ino for path in sorted(place.iterdir())]
    assert box.clear_box(str(place))
    assert [path.stat().st_ino for path in sorted(place.iterdir())] == before


def test_a_box_that_cannot_be_made_as_new_stays_spoiled(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "work" / "left").touch()
    with monkeypatch.context() as patch:
        patch.setattr(box, "remove", lambda path: None)
        assert not box.clear_box(str(place))
    assert not box.clear_box(str(place))


def test_a_zygote_that_was_changed_knows_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(state, "_first", [])
    assert state.is_as_first()
    state.remember()
    assert state.is_as_first()
    with monkeypatch.context() as patch:
        patch.chdir(tmp_path)
        assert not state.is_as_first()
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpriority", lambda *_: 19)
        assert not state.is_as_first()
    assert state.is_as_first()
