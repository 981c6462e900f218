"""Named pipes outside the places in which a process may write stay closed to it."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

import pytest

from asmeant.execution.guest import landlock
from asmeant.execution.guest.kernel import PR_SET_NO_NEW_PRIVS

libc = ctypes.CDLL(None, use_errno=True)


@pytest.mark.skipif(not landlock.is_there(libc), reason="this kernel has no Landlock")
def test_only_what_lies_below_can_be_written_to(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        (folder / "deep").mkdir(parents=True)
        (folder / "file").write_text("x")
        os.mkfifo(folder / "pipe")

    def can_open(path: Path) -> bool:
        try:
            os.close(os.open(path, os.O_RDWR))
        except PermissionError:
            return False
        return True

    child = os.fork()
    if child == 0:
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        landlock.write_only_below(libc, [str(inside), str(tmp_path / "nowhere")])
        is_right = (
            [can_open(inside / name) for name in ("file", "pipe")] == [True, True]
            and [can_open(outside / name) for name in ("file", "pipe")] == [False, False]
            and (outside / "file").read_text() == "x"
        )
        (inside / "file").rename(inside / "deep" / "file")  # from one directory to another
        os._exit(0 if is_right else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert (inside / "deep" / "file").exists()
