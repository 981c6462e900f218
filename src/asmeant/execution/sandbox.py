"""Program -> Observation: one process a program. Nothing here protects the machine from the code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from asmeant import plugins
from asmeant.execution import guest
from asmeant.records import Ending, Limits, Observation, Program
from asmeant.seams import Sandbox

# Past this a supervisor that has gone silent is given up; each of its trials has a deadline of its own.
PATIENCE_SECONDS = 30.0


def load_sandbox(name: str) -> Sandbox:
    sandbox: Sandbox = plugins.load("sandbox", name, "asmeant list sandboxes")()
    return sandbox


class SubprocessSandbox:
    """A plain process per program, with limits on CPU time, memory and file size.

    It keeps honest programs apart and stops those that run away. It does not keep a hostile program from
    the network, from the files that this user can read, or from its own verdict.
    """

    def __init__(self, python: str = sys.executable) -> None:
        self.python = python

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        for program in programs:
            if program.code_language == "python":
                yield from self._observe(program, limits)
            else:
                reason = f"this sandbox does not run {program.code_language} yet"
                yield from _not_run(program, {check.name for check in program.checks}, "not run", reason)

    def _observe(self, program: Program, limits: Limits) -> Iterator[Observation]:
        seen, death = self._speak(program, limits)
        for record in seen.values():
            yield Observation(program.task_id, program.rank, **record)
        silent = {check.name for check in program.checks} - seen.keys()
        # A supervisor that dies by a signal was killed by what it ran; any other end is the harness's fault.
        ending: Ending = "killed" if death < 0 else "not run"
        name = signal.Signals(-death).name if death < 0 else f"exit status {death}"
        yield from _not_run(program, silent, ending, f"the process that ran it ended with {name}")

    def _speak(self, program: Program, limits: Limits) -> tuple[dict[str, dict[str, Any]], int]:
        """Hands the program to a supervisor; what it says, by check, and how it ended."""
        job = json.dumps({**asdict(program), **asdict(limits)}).encode()
        trials = 1 + len(program.checks) * (guest.MOST_FUNCTIONS if program.any_function else 1)
        with tempfile.TemporaryDirectory(prefix="asmeant-", ignore_cleanup_errors=True) as scratch:
            process = subprocess.Popen(
                [self.python, "-P", str(Path(guest.__file__))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=scratch,
                env=_environment(scratch),
                start_new_session=True,
            )
            try:
                said, _ = process.communicate(job, timeout=2 * limits.seconds * trials + PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                said = b""
            finally:
                _end(process)
        lines = [json.loads(line) for line in said.split(b"\n")[:-1]]
        return {line["check"]: line for line in lines}, process.returncode


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _environment(scratch: str) -> Mapping[str, str]:
    """What a program needs, and the same on every run: no keys, a fixed hash seed, locale and time zone."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONWARNINGS": "ignore",
        "MPLBACKEND": "Agg",
        # Each program gets one core: a thread pool per library would only fight over it.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def _not_run(program: Program, checks: Iterable[str], ending: Ending, reason: str) -> Iterator[Observation]:
    for check in checks:
        yield Observation(program.task_id, program.rank, check, ending=ending, reason=reason)
