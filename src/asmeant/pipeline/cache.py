"""Observations by program, on disk, for later runs: a training loop, or the same candidates judged again.

A file is named by all that its content depends on: the program with its task (`same_program`), the limits,
the place, the sandbox, and the version of asmeant. What changes one of them finds nothing, so nothing here
is ever out of date. Only endings that do not depend on chance are kept. Each file begins with a digest of the
rest, so that a damaged one is ignored.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec

import asmeant
from asmeant.errors import UsageError
from asmeant.execution import Place, default_sandbox
from asmeant.execution.installed import libraries_in
from asmeant.files import write_whole
from asmeant.records import Limits, Observation, from_json, to_json
from asmeant.seams import Sandbox

KIND = list[Observation]
# What an observation depends on.
JUDGING = ("execution", "languages", "pipeline", "records")


class Cache:
    """A folder of observations. Any number of processes may share it."""

    def __init__(self, folder: Path, circumstances: bytes) -> None:
        self.folder = folder
        self._circumstances = circumstances
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"The cache {folder} cannot be made: {error.strerror}. Give a folder."
            ) from error

    def find(self, key: str) -> list[Observation] | None:
        """The observations of a program; None if there are none, or if they cannot be read."""
        try:
            digest, _, content = self._path(key).read_bytes().partition(b"\n")
            return from_json(KIND, content) if digest == _digest(content) else None
        except (OSError, msgspec.DecodeError):
            return None

    def keep(self, key: str, observations: Sequence[Observation]) -> None:
        """Store the observations. If that fails, a later run has to run the program again."""
        path = self._path(key)
        cached = [replace(item, rank=0, same_as=None, from_cache=False) for item in observations]
        content = to_json(cached)
        try:
            path.parent.mkdir(exist_ok=True)
            write_whole(path, _digest(content) + b"\n" + content, durable=False)
        except OSError:
            return

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(self._circumstances + key.encode()).hexdigest()
        return self.folder / name[:2] / f"{name[2:]}.json"


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def open_cache(folder: Path | None, place: Place, sandbox: str | Sandbox, limits: Limits) -> Cache | None:
    """The cache in that folder, for programs that run in that place."""
    if folder is None:
        return None
    if not isinstance(sandbox, str):
        raise UsageError(
            "A cache needs a sandbox that is given by its name: of any other object, nobody knows "
            "whether it is the same the next time."
        )
    circumstances = {
        "limits": limits,
        "place": place.label,
        "python": place.world.python if place.world else sys.version,
        "libraries": libraries_in(place).versions,
        "world": _files(place.world.world.folder) if place.world else "",
        "answers": _files(place.answers),
        "seed": place.seed,
        "sandbox": sandbox or default_sandbox(),
        "machine": platform.machine(),
        "version": _version(),
    }
    return Cache(folder, to_json(circumstances))


def _files(folder: Path | None, pattern: str = "*") -> str:
    """A digest of the files below a folder, with their names."""
    if folder is None:
        return ""
    digest = hashlib.sha256()
    for file in sorted(path for path in folder.rglob(pattern) if path.is_file()):
        if file.suffix != ".pyc":
            name = str(file.relative_to(folder)).encode("utf-8", "surrogateescape")
            digest.update(name + b"\0" + _digest(file.read_bytes()))
    return digest.hexdigest()


@cache
def _version() -> str:
    """The version of asmeant and a digest of what judges: a checkout changes between two versions, too."""
    folder = Path(asmeant.__file__).parent
    code = " ".join(_files(folder / name, "*.py") for name in JUDGING)
    return f"{asmeant.__version__} {code}"
