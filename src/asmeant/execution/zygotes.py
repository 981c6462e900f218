"""The near side of zygotes: starting them, and talking to them."""

from __future__ import annotations

import importlib.util
import json
import logging
import marshal
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import asmeant
from asmeant.errors import SandboxError
from asmeant.execution.guest.ahead import read_all

log = logging.getLogger(__name__)
GUEST = Path(__file__).parent / "guest"
START = (
    f"import sys; sys.path.insert(0, {str(GUEST.parent)!r}); "
    "from guest import ahead; {take_over}"
    "from guest import forking; forking.hold_back(); "
    "from guest import {serving}; {serving}.main()"
)
START_SECONDS = 120.0
START_TRIES = 3
PIECE_BYTES = 1 << 15
# More than that cannot be told to the system at once.
LONGEST_WAIT_MS = 1e9


@dataclass(frozen=True, slots=True)
class ZygoteKind:
    """What sets one zygote apart from another: the Python, what it has loaded, and its walls."""

    python: str = sys.executable
    preload: tuple[str, ...] = ()
    isolated: bool = True
    disk_mb: int = 64
    processes: int = 64
    seed: int = 0
    live: bool = False
    shims: str = ""
    answers: str = "[]"
    environment: tuple[tuple[str, str], ...] = ()
    serving: str = "zygote"  # the module of guest/ that takes the jobs
    references: bool = False  # references and candidates never share one
    world: str = ""  # the root folder of the world in which commands run


class GoneError(Exception):
    """The zygote is no more; holds its exit status."""


class KilledAtStartError(SandboxError):
    """Someone killed the zygote while it was starting: another one may start."""


class Zygote:
    """A process that waits for trials, and its twin for probes. Not for two threads at a time."""

    def __init__(self, kind: ZygoteKind) -> None:
        self.kind = kind
        self.fit = True  # for another job
        self.box = None if kind.isolated else Path(tempfile.mkdtemp(prefix="asmeant-"))
        self.control, theirs = socket.socketpair()
        self.probes, theirs_for_probes = socket.socketpair()
        with theirs, theirs_for_probes:
            self.process: subprocess.Popen[bytes] = subprocess.Popen(
                [kind.python, "-c", self._start()],
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=subprocess.DEVNULL,
                env={**_environment(kind.seed), **dict(kind.environment)},
                cwd="/",
                start_new_session=True,
                pass_fds=[theirs_for_probes.fileno()],
            )
            settings = self._settings(theirs_for_probes.fileno())
        try:
            self._hand_over()
            answer = self.ask(settings, START_SECONDS)
        except GoneError as gone:
            self.close()
            error = KilledAtStartError if self.process.returncode == -signal.SIGKILL else SandboxError
            raise error(
                f"The sandbox did not start: {kind.python} ended with status {gone}. See: asmeant doctor"
            ) from None
        if "fault" in answer:
            self.close()
            raise SandboxError(f"The sandbox did not start: {answer['fault']}. See: asmeant doctor")
        # Whether it can run what this Python has compiled.
        self.same_python = answer.get("magic") == importlib.util.MAGIC_NUMBER.hex()
        # How many users there are in it.
        self.ids: int = answer.get("ids", 1)
        if answer["missing"]:
            log.info("not loaded ahead of programs: %s", ", ".join(answer["missing"]))

    def _start(self) -> str:
        take_over = "ahead.take_over(0); " if self._has_this_python else ""
        return START.replace("{serving}", self.kind.serving).replace("{take_over}", take_over)

    @property
    def _has_this_python(self) -> bool:
        return self.kind.python == sys.executable

    def _hand_over(self) -> None:
        if self._has_this_python:
            try:
                send(self.control, guest_codes())
            except (BrokenPipeError, ConnectionResetError):
                raise GoneError(self._status()) from None

    def _settings(self, probes: int) -> dict[str, Any]:
        kind = self.kind
        return {
            "guest": str(GUEST.parent),
            "isolated": kind.isolated,
            "preload": kind.preload,
            "disk_mb": kind.disk_mb,
            "processes": kind.processes,
            "visible": [],
            "live": kind.live,
            "seed": kind.seed,
            "shims": kind.shims,
            "answers": kind.answers,
            # The references of sample tasks are no business of a candidate's.
            "hidden": [str(Path(asmeant.__file__).parent / "datasets")],
            "box": str(self.box),
            "probes": probes,
            "world": kind.world,
        }

    def ask(self, message: Mapping[str, Any], patience: float) -> dict[str, Any]:
        """What it answers to a message. Raises GoneError if it dies of it, or takes too long."""
        try:
            for_programs = self.kind.serving == "zygote"
            send(self.control, order(message) if for_programs else json.dumps(message).encode())
            return self.reply(self.control, time.monotonic() + patience)
        except (BrokenPipeError, ConnectionResetError, EOFError):
            raise GoneError(self._status()) from None

    def reply(self, control: socket.socket, deadline: float) -> dict[str, Any]:
        """The next answer on one of the two controls. Raises EOFError where there is none."""
        answer: dict[str, Any] = msgspec.json.decode(read_message(control, deadline))
        self.fit = self.fit and answer.get("clean", True)
        return answer

    def end_trial(self) -> None:
        """Ends the candidate's process, unless it has just ended by itself."""
        try:
            send(self.control, order({"end": True}))
        except (BrokenPipeError, ConnectionResetError):
            raise GoneError(-signal.SIGKILL) from None

    def _status(self) -> int:
        try:
            return self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Closing its channels ends it, and the whole world in it."""
        self.control.close()
        self.probes.close()
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.kill()
            self.process.wait()
        if self.box is not None:
            shutil.rmtree(self.box, ignore_errors=True)


@cache
def guest_codes() -> bytes:
    """The byte code of the guest's modules: read, or compiled, once for all zygotes that have this Python."""
    return order(read_all())


def order(message: Mapping[str, Any]) -> bytes:
    """A message to a zygote for programs, which reads it at little cost."""
    return marshal.dumps(dict(message), 2)  # the second version is the same in every Python


def send(control: socket.socket, body: bytes, files: Sequence[int] = ()) -> None:
    content = struct.pack(">I", len(body)) + body
    if files:
        socket.send_fds(control, [content], list(files))
    else:
        control.sendall(content)


def read_message(control: socket.socket, deadline: float) -> bytes:
    """An answer comes alone: nobody says more than was asked."""
    content, size = b"", 4
    while len(content) < size:
        try:
            piece = control.recv(PIECE_BYTES, socket.MSG_DONTWAIT)
        except BlockingIOError:
            if not _is_readable(control, deadline):
                raise EOFError from None
            continue
        if not piece:
            raise EOFError
        content += piece
        if len(content) >= 4:
            size = 4 + int.from_bytes(content[:4], "big")
    return content[4:]


def _is_readable(control: socket.socket, deadline: float) -> bool:
    """Waits until it is, or until the deadline."""
    poll = select.poll()
    poll.register(control, select.POLLIN)
    return bool(poll.poll(min(max(0.0, 1000 * (deadline - time.monotonic())), LONGEST_WAIT_MS)))


def start(kind: ZygoteKind) -> Zygote:
    """A new zygote. One that is killed while it starts is replaced, as one that is killed later is."""
    for _ in range(START_TRIES - 1):
        try:
            return Zygote(kind)
        except KilledAtStartError as error:
            log.info("%s It is started again.", error)
    return Zygote(kind)


def _environment(seed: int) -> Mapping[str, str]:
    """What a program needs, and the same on every run: no keys, a fixed hash seed, locale and time zone."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": str(seed),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONWARNINGS": "ignore",
        "MPLBACKEND": "Agg",
        # What a library needs of another is found once, and not again in every child.
        "LD_BIND_NOW": "1",
        # Each program gets one core: a thread pool per library would only fight over it.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
