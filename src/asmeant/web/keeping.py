"""Files with a limited lifetime: old ones are deleted, and the oldest if all take too much space."""

from __future__ import annotations

import time
from pathlib import Path

from asmeant.web.settings import Quotas


def sweep(folder: Path, pattern: str, quotas: Quotas) -> None:
    oldest = time.time() - quotas.kept_hours * 3600
    size = 0
    files = []
    for path in folder.glob(pattern):
        try:
            files.append((path.stat(), path))
        except FileNotFoundError:
            continue  # another sweep was faster
    for status, path in sorted(files, key=lambda item: item[0].st_mtime, reverse=True):
        size += status.st_size
        if status.st_mtime < oldest or size > quotas.kept_bytes:
            path.unlink(missing_ok=True)
