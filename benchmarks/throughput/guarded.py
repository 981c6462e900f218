"""The executor that most harnesses share, written anew from its description: a process with a manager's list.

Per program: a manager process with a list in it; a process that makes a temporary directory, takes away the
functions that could do harm, swallows output, sets a timer, runs the text and appends how it went.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from types import FrameType, ModuleType
from typing import Any

TAKEN_AWAY: dict[ModuleType, tuple[str, ...]] = {
    builtins: ("exit", "quit"),
    os: ("kill", "system", "putenv", "remove", "removedirs", "rmdir", "fchdir", "setuid", "fork", "forkpty",
         "killpg", "rename", "renames", "truncate", "replace", "unlink", "fchmod", "fchown", "chmod", "chown",
         "chroot", "lchown", "getcwd", "chdir"),
    shutil: ("rmtree", "move", "chown"),
    subprocess: ("Popen",),
}  # fmt: skip
NOT_TO_IMPORT = ("ipdb", "joblib", "resource", "psutil", "tkinter")


def passes(text: str, seconds: float) -> bool:
    context = multiprocessing.get_context("fork")
    with context.Manager() as manager:
        said = manager.list()
        process = context.Process(target=run, args=(text, seconds, said))
        process.start()
        process.join(timeout=seconds + 1)
        if process.is_alive():
            process.kill()
        return list(said) == ["passed"]


def run(text: str, seconds: float, said: Any) -> None:
    kept = {(module, name): getattr(module, name) for module, names in TAKEN_AWAY.items() for name in names}
    before = os.getcwd()  # noqa: PTH109 - the pattern's own call
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["OMP_NUM_THREADS"] = "1"
        for module, name in kept:
            setattr(module, name, None)
        for missing in NOT_TO_IMPORT:
            sys.modules[missing] = None  # type: ignore[assignment]
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                signal.signal(signal.SIGALRM, out_of_time)
                signal.setitimer(signal.ITIMER_REAL, seconds)
                try:
                    exec(text, {"__name__": "program"})
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            said.append("passed")
        except TimeoutError:
            said.append("timed out")
        except BaseException as error:
            said.append(f"failed: {error}")
        for (module, name), value in kept.items():
            setattr(module, name, value)
        os.chdir(before)


def out_of_time(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError
