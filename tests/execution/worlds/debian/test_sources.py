"""Packages come from a mirror or from apt, with the right sum or not at all; what goes wrong is told."""

from __future__ import annotations

import functools
import http.server
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.errors import SandboxError
from asmeant.execution.worlds.debian import sources
from asmeant.execution.worlds.debian.lock import Lock, Package
from asmeant.execution.worlds.debian.sources import fetch, find_apt, is_fetched, resolve
from tests.execution.worlds.debian.debs import lock_of, member, write_deb

# Answers as apt does, from a folder of packages; notes what it was asked.
APT = """#!/bin/sh
echo "$(basename "$0") $*" >> {log}
test -f "$2" || exit 9
case "$*" in
    *update*) test ! -e {folder}/offline || {{ echo 'E: Could not resolve host' >&2; exit 100; }};;
    *madison*) echo '  one | 1:1.0 | somewhere'; echo '  two | 1.0 | somewhere';;
    *--print-uris*) echo "'x://somewhere/one.deb' one_1%3a1.0_all.deb 1 MD5Sum:0"; echo Done;;
    *show*) printf 'Package: one\\nVersion: 1:1.0\\nSHA256: {sum}\\nSize: 7\\nFilename: pool/o/one_1.0_all.deb\\n';;
    *download*) cp {folder}/pool/o/one_1.0_all.deb one_1%3a1.0_all.deb; cp {folder}/pool/t/two_1.0_all.deb .;;
esac
"""


@pytest.fixture
def packages(tmp_path: Path) -> list[Package]:
    return [
        write_deb(tmp_path, "one", [member("./usr/bin/one", "1")], "1:1.0"),
        write_deb(tmp_path, "two", [member("./usr/bin/two", "2")]),
    ]


@pytest.fixture
def lock(packages: list[Package]) -> Lock:
    return lock_of(packages, "amd64")


@pytest.fixture
def apt(tmp_path: Path, packages: list[Package], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with apt: returns the file that says how it was called."""
    programs, log = tmp_path / "programs", tmp_path / "log"
    programs.mkdir()
    for name in ("apt-get", "apt-cache"):
        (programs / name).write_text(APT.format(folder=tmp_path, log=log, sum=packages[0].sha256))
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    return log


def quiet(_steps: int, _note: str) -> None:
    """Nobody watches."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/"
        serving.shutdown()


def test_a_mirror_is_an_address_or_a_folder(tmp_path: Path, lock: Lock, server: str) -> None:
    odd = write_deb(tmp_path, "odd++", [], "1.0+b1~x")
    lock = replace(lock, packages=(*lock.packages, odd))
    for number, mirror in enumerate((server, str(tmp_path), tmp_path.as_uri())):
        folder = tmp_path / str(number)
        steps: list[str] = []
        fetch(lock, folder, None, [mirror], lambda _count, note, notes=steps: notes.append(note))  # type: ignore[misc]
        assert all(is_fetched(package, folder) for package in lock.packages)
        assert steps == ["fetching", "fetched one", "fetched two", "fetched odd++"]


def test_what_was_fetched_is_not_fetched_again(tmp_path: Path, lock: Lock) -> None:
    folder = tmp_path / "fetched"
    fetch(lock, folder, None, [str(tmp_path)], quiet)
    (folder / lock.packages[1].file_name).write_bytes(b"half of it")
    (tmp_path / lock.packages[0].path).unlink()
    fetch(lock, folder, None, [str(tmp_path)], quiet)
    assert all(is_fetched(package, folder) for package in lock.packages)


def test_the_next_mirror_may_have_it(tmp_path: Path, lock: Lock, server: str) -> None:
    fetch(lock, tmp_path / "fetched", None, [f"{server}none", server], quiet)
    with pytest.raises(SandboxError, match=r"No mirror has pool/o/one_1.0_all.deb: .*not found"):
        fetch(lock, tmp_path / "other", None, [f"{server}none"], quiet)
    with pytest.raises(SandboxError, match="No mirror has"):
        fetch(lock, tmp_path / "other", None, ["http://127.0.0.1:9"], quiet)


def test_a_wrong_sum_is_told_and_not_kept(tmp_path: Path, lock: Lock, apt: Path) -> None:
    wrong = replace(lock, packages=(replace(lock.packages[0], sha256="0" * 64),))
    folder = tmp_path / "fetched"
    with pytest.raises(SandboxError, match=r"one_1.0_all.deb from .* has the wrong sum: \w+…, not 0{12}…"):
        fetch(wrong, folder, None, [str(tmp_path)], quiet)
    with pytest.raises(SandboxError, match="from the machine's apt sources has the wrong sum"):
        fetch(wrong, folder, find_apt(tmp_path / "apt", "amd64"), [], quiet)
    assert not (folder / "one_1.0_all.deb").exists()


def test_without_apt_and_mirror_it_is_told_what_to_do(
    tmp_path: Path, lock: Lock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    assert find_apt(tmp_path / "apt", "amd64") is None
    with pytest.raises(
        SandboxError, match=r"2 packages have to be fetched, and this machine has no apt. Name a mirror"
    ):
        fetch(lock, tmp_path / "fetched", None, [], quiet)


def test_apt_has_folders_of_its_own(tmp_path: Path, lock: Lock, apt: Path) -> None:
    fetch(lock, tmp_path / "fetched", find_apt(tmp_path / "apt", "amd64"), [], quiet)
    assert all(is_fetched(package, tmp_path / "fetched") for package in lock.packages)
    calls = apt.read_text().splitlines()
    settings = f"-c {tmp_path}/apt/apt.conf -q"
    assert calls == [
        f"apt-get {settings} update",
        f"apt-cache {settings} madison one two",
        f"apt-get {settings} download one=1:1.0 two=1.0",
    ]
    text = (tmp_path / "apt/apt.conf").read_text()
    assert f'Dir::State "{tmp_path}/apt/state";' in text
    assert "#clear APT::Update::Post-Invoke;" in text


def test_versions_that_the_sources_lack_are_named(tmp_path: Path, lock: Lock, apt: Path) -> None:
    other = replace(
        lock, packages=tuple(replace(one, version="9", path=f"{one.path}9.deb") for one in lock.packages)
    )
    with pytest.raises(
        SandboxError, match=r"do not have 2 of the 2 packages .*: one 9, two 9\. Name a mirror"
    ):
        fetch(other, tmp_path / "fetched", find_apt(tmp_path / "apt", "amd64"), [], quiet)


def test_sources_that_do_not_answer_are_told(tmp_path: Path, lock: Lock, apt: Path) -> None:
    (tmp_path / "offline").touch()
    with pytest.raises(SandboxError, match=r"apt-get failed: Could not resolve host. Check the network"):
        fetch(lock, tmp_path / "fetched", find_apt(tmp_path / "apt", "amd64"), [], quiet)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("E: Write error - write (28: No space left on device)", "Make room, or set ASMEANT_WORLDS"),
        ("E: Failed to fetch x://somewhere", "Check the network"),
        ("E: Unable to locate package one", "Name a mirror"),
    ],
)
def test_each_fault_of_apt_has_a_remedy(text: str, remedy: str) -> None:
    assert sources._remedy(text).startswith(remedy)


def test_a_lock_is_what_the_sources_have_now(tmp_path: Path, lock: Lock, apt: Path) -> None:
    apt_here = find_apt(tmp_path / "apt", "amd64")
    assert apt_here is not None
    made = resolve(apt_here, ["one"])
    assert made.packages == (replace(lock.packages[0], size=7),)
    assert made.architecture == "amd64"
