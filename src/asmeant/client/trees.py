"""A starting tree on this disk -> the bytes that are sent to a server."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from asmeant.errors import DataError

UPLOAD = "upload:"


def packed(path: Path) -> bytes:
    """An archive or a listing as it is; a folder as a tar archive."""
    try:
        if not path.is_dir():
            return path.read_bytes()
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w:gz", compresslevel=1) as archive:
            archive.add(path, arcname=".")
        return buffer.getvalue()
    except OSError as error:
        raise DataError(
            f"The starting tree {path} cannot be read: {error.strerror}. Check its path."
        ) from error
