"""The cache of this machine: where it is, and what to say when it cannot be written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from asmeant.errors import DownloadError
from asmeant.files import is_disk_full

VARIABLE = "ASMEANT_CACHE"


def cache_folder(name: str) -> Path:
    """The folder `name` in ASMEANT_CACHE or, if that is not set, in the user's cache."""
    chosen = os.environ.get(VARIABLE)
    return (Path(chosen).expanduser() if chosen else platformdirs.user_cache_path("asmeant")) / name


@contextmanager
def download_errors(folder: Path, when_full: str) -> Iterator[None]:
    """Turn an OSError into a DownloadError that says what to do. `when_full` is added if the disk is full."""
    try:
        yield
    except OSError as error:
        if is_disk_full(error):
            raise DownloadError(
                f"The disk of {folder} is full. Free some space, or set {VARIABLE} to a folder on another "
                f"disk. {when_full}"
            ) from error
        raise DownloadError(
            f"{error.filename or folder} cannot be written: {error.strerror or error}. "
            f"Set {VARIABLE} to a folder that you may write to."
        ) from error
