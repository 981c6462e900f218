"""A lock file <-> exact packages: name, version, sum, size, and where mirrors keep it.

# Debian 12 (bookworm)
# architecture: amd64
bash 5.2.15-2+b13 sha256:4e54... 1491456 pool/main/b/bash/bash_5.2.15-2+b13_amd64.deb
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from asmeant.errors import DataError

_ARCHITECTURE = re.compile(r"^# architecture: (\S+)$", re.MULTILINE)
_LINE = re.compile(r"(?P<name>[a-z0-9][a-z0-9+.-]+) (?P<version>\S+) sha256:(?P<sum>[0-9a-f]{64}) "
                   r"(?P<size>\d+) (?P<path>(?!/)(?!.*\.\.)[^\s:]+\.deb)")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Package:
    """One exact package. `path` is where it is on every mirror of its archive."""

    name: str
    version: str
    sha256: str
    size: int
    path: str

    @property
    def file_name(self) -> str:
        return self.path.rsplit("/", 1)[-1]

    def __str__(self) -> str:
        return f"{self.name} {self.version} sha256:{self.sha256} {self.size} {self.path}"


@dataclass(frozen=True, slots=True)
class Lock:
    """The packages of a world, for one architecture. `system` is what they were taken from."""

    system: str
    architecture: str
    packages: tuple[Package, ...]

    def __str__(self) -> str:
        lines = [f"# {self.system}", f"# architecture: {self.architecture}", *map(str, self.packages)]
        return "\n".join(lines) + "\n"

    @property
    def sum(self) -> str:
        """With the same sum, the same tools: of the packages, whatever the lock was made on."""
        content = "\n".join(f"{package.name} {package.sha256}" for package in sorted_by_name(self.packages))
        return hashlib.sha256(f"{self.architecture}\n{content}".encode()).hexdigest()

    @property
    def size(self) -> int:
        return sum(package.size for package in self.packages)


def sorted_by_name(packages: Iterable[Package]) -> list[Package]:
    return sorted(packages, key=lambda package: package.name)


def read_lock(path: Path) -> Lock:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"The lock {path} cannot be read: {error}. Make one with: asmeant world lock bash FILE"
        ) from error
    architecture = _ARCHITECTURE.search(text)
    if architecture is None:
        raise DataError(f"{path} does not say its architecture. Add a line: # architecture: amd64")
    packages = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise DataError(
                f"Line {number} of {path} is not 'NAME VERSION sha256:SUM SIZE PATH.deb': {line[:80]!r}"
            )
        packages.append(
            Package(match["name"], match["version"], match["sum"], int(match["size"]), match["path"])
        )
    return Lock(text.partition("\n")[0].lstrip("# "), architecture[1], tuple(packages))
