"""A root folder -> the same, with what only its own programs can make: run in it, behind the same walls."""

from __future__ import annotations

import base64
import os
from pathlib import Path

from asmeant.errors import SandboxError
from asmeant.execution.worlds.commands import BuiltCommands
from asmeant.records import Limits

# Where programs of the world find what answers for the machine. See machine.c.
FOLDER = "usr/lib/asmeant"
LIBRARY, MOMENT = f"{FOLDER}/machine.so", f"{FOLDER}/moment"
COMPILE = "tcc -nostdlib -shared -o /tmp/machine.so machine.c && base64 -w0 /tmp/machine.so"
FIND_LIBRARIES = "ldconfig && base64 -w0 /etc/ld.so.cache"
LIMITS = Limits(seconds=60, memory_mb=1024, output_bytes=16 << 20)


def finish(place: BuiltCommands, source: Path) -> None:
    """The list of shared libraries, and the library that answers for the machine."""
    from asmeant.execution.shell.runner import ShellRunner
    from asmeant.execution.shell.tree import from_files

    root = place.root
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    (root / MOMENT).write_bytes(bytes(16))
    runner = ShellRunner(world=place)
    try:
        cache = _made(runner, FIND_LIBRARIES)
        _write(root / "etc/ld.so.cache", cache)
        library = _made(runner, COMPILE, from_files({"machine.c": source.read_text("utf-8")}))
    finally:
        runner.close()
    _write(root / LIBRARY, library)
    (root / LIBRARY).chmod(0o755)
    _write(root / "etc/ld.so.preload", f"/{LIBRARY}\n".encode())
    for path in (FOLDER, LIBRARY, MOMENT, "etc/ld.so.cache", "etc/ld.so.preload"):
        owner = root.lstat()
        os.lchown(root / path, owner.st_uid, owner.st_gid)


def _made(runner: object, command: str, *tree: object) -> bytes:
    outcome = runner.run(command, *tree, limits=LIMITS)  # type: ignore[attr-defined]
    if not outcome.succeeded:
        said = (outcome.stderr.strip().splitlines() or [outcome.reason or "it gave no reason"])[-1]
        raise SandboxError(f"The world was unpacked, but '{command.partition(' ')[0]}' fails in it: {said}")
    return base64.b64decode(outcome.stdout)


def _write(path: Path, content: bytes) -> None:
    path.unlink(missing_ok=True)
    path.write_bytes(content)
