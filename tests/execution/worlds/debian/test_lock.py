"""A lock is exact, is read back as it was written, and names no host."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.errors import DataError
from asmeant.execution.worlds.commands import bash_world
from asmeant.execution.worlds.debian.lock import Lock, Package, read_lock

PACKAGE = Package("bash", "1:5.2-1", "a" * 64, 10, "pool/main/b/bash/bash_5.2-1_amd64.deb")
LOCK = Lock("Debian 12", "amd64", (PACKAGE, replace(PACKAGE, name="sed", sha256="b" * 64)))


def test_a_lock_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text(str(LOCK))
    assert read_lock(tmp_path / "lock") == LOCK
    assert LOCK.size == 20


def test_the_sum_is_of_the_packages_alone() -> None:
    assert replace(LOCK, system="other", packages=LOCK.packages[::-1]).sum == LOCK.sum
    assert replace(LOCK, packages=LOCK.packages[:1]).sum != LOCK.sum
    assert replace(LOCK, architecture="arm64").sum != LOCK.sum


def test_the_shipped_locks_are_exact_and_name_no_host() -> None:
    world = bash_world()
    paths = sorted(world.folder.glob("*.lock"))
    assert paths
    for path in paths:
        lock = read_lock(path)
        names = {package.name for package in lock.packages}
        assert "://" not in path.read_text()
        assert len(names) == len(lock.packages)
        assert names >= set(world.wanted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bash 1 sha256:00 1 a.deb\n", "does not say its architecture"),
        ("# architecture: amd64\nbash 5.2\n", "Line 2 of .* is not 'NAME VERSION"),
        (f"# architecture: amd64\nbash 1 sha256:{'a' * 64} 1 /etc/a.deb\n", "Line 2"),
        (f"# architecture: amd64\nbash 1 sha256:{'a' * 64} 1 pool/../../a.deb\n", "Line 2"),
        (f"# architecture: amd64\nbash 1 sha256:{'a' * 64} 1 http://host/a.deb\n", "Line 2"),
    ],
)
def test_a_wrong_lock_is_told(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "lock").write_text(text)
    with pytest.raises(DataError, match=message):
        read_lock(tmp_path / "lock")


def test_a_missing_lock_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_lock(tmp_path / "none")
