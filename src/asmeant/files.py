"""Files that are written as a whole, or not at all, and survive a power cut; and how to tell a full disk."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_ident
from typing import BinaryIO


def write_whole(path: Path, content: bytes, durable: bool = True) -> None:
    """Replaces a file, or leaves the old one. Raises OSError where it cannot be written.

    If it is not `durable`, a power cut may leave the old one or an empty one: for what can be made again.
    """
    with replacing(path, durable) as file:
        file.write(content)


@contextmanager
def replacing(path: Path, durable: bool = True) -> Iterator[BinaryIO]:
    """A new file that takes the place of the old one when the block ends without an error."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.new")
    try:
        with unfinished.open("wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        unfinished.replace(path)
        if durable:
            sync_folder(path.parent)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def sync_file(path: Path) -> None:
    """Returns when the content of a file is safe from a power cut."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fdatasync(file) if hasattr(os, "fdatasync") else os.fsync(file)
    finally:
        os.close(file)


def sync_folder(path: Path) -> None:
    """Returns when the names in a folder are: files that were made, renamed or deleted there."""
    with suppress(OSError):  # some file systems cannot, and do so by themselves
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def is_disk_full(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EDQUOT)
