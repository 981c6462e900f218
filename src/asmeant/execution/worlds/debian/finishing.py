"""A root folder -> the same, with what only its own programs can make: run in it, behind the same walls."""

from __future__ import annotations

import base64
import io
import os
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

from asmeant.errors import SandboxError
from asmeant.execution.worlds.commands import LIBRARY, BuiltCommands
from asmeant.records import Limits

if TYPE_CHECKING:
    from asmeant.execution.shell.runner import ShellRunner

# A program of the world, what it is told, and where its result belongs.
FIND_LIBRARIES = ("ldconfig", "ldconfig && base64 -w0 /etc/ld.so.cache", "etc/ld.so.cache")
COMPILE = (
    "tcc",
    "tcc -nostdlib -shared -o /tmp/machine.so machine.c && base64 -w0 /tmp/machine.so",
    LIBRARY,
)
# A program in Python keeps what it compiles beside its modules: once it is there, no command makes it.
KEEP_COMPILED = (
    "cd / && python3 -m compileall -q --invalidation-mode unchecked-hash usr/lib/python3* > /dev/null; "
    "find usr/lib/python3* usr/share/python3 -name '*.pyc' | tar -cz -T - | base64 -w0"
)
LIMITS = Limits(seconds=120, memory_mb=1024, output_bytes=64 << 20, disk_mb=256)


def finish(place: BuiltCommands, source: Path) -> None:
    """The list of shared libraries, and the library that answers for the machine (machine.c).

    A world without the programs that make them goes without: its clock cannot be set.
    """
    from asmeant.execution.shell.runner import ShellRunner

    runner = ShellRunner(world=place)
    try:
        _require_bash(runner)
        for program, command, path in (FIND_LIBRARIES, COMPILE):
            if place.has_tool(program):
                _write(place.root, path, _output(runner, command, source))
        if place.has_tool("python3"):
            _unpack(place.root, _output(runner, KEEP_COMPILED, source))
    finally:
        runner.close()
    if (place.root / LIBRARY).is_file():
        (place.root / LIBRARY).chmod(0o755)
        _write(place.root, "etc/ld.so.preload", f"/{LIBRARY}\n".encode())


def _require_bash(runner: ShellRunner) -> None:
    outcome = runner.run("echo well", limits=LIMITS)
    if outcome.stdout != "well\n":
        message = _last_line(outcome.stderr or outcome.reason)
        raise SandboxError(f"The world was unpacked, but Bash does not run in it: {message}")


def _output(runner: ShellRunner, command: str, source: Path) -> bytes:
    from asmeant.execution.shell.tree import from_files

    outcome = runner.run(command, from_files({"machine.c": source.read_text("utf-8")}), LIMITS)
    if not outcome.succeeded:
        message = _last_line(outcome.stderr or outcome.reason)
        raise SandboxError(f"The world was unpacked, but '{command.split()[0]}' fails in it: {message}")
    return base64.b64decode(outcome.stdout)


def _unpack(root: Path, content: bytes) -> None:
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None and ".." not in member.name:
                _write(root, member.name.lstrip("/"), file.read())


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it gave no reason"])[-1]


def _write(root: Path, path: str, content: bytes) -> None:
    """Belongs to whom all else belongs to."""
    owner = root.lstat()
    for folder in reversed(Path(path).parents[:-1]):
        if not (root / folder).exists():
            (root / folder).mkdir()
            os.chown(root / folder, owner.st_uid, owner.st_gid)
    (root / path).unlink(missing_ok=True)
    (root / path).write_bytes(content)
    os.chown(root / path, owner.st_uid, owner.st_gid)
