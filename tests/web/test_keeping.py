"""Old files go, and so do the oldest of too many."""

from __future__ import annotations

import os
import time
from pathlib import Path

from asmeant.web.keeping import sweep
from asmeant.web.settings import Quotas


def test_what_is_old_or_too_much_goes(tmp_path: Path) -> None:
    for name, hours in (("new", 0), ("newer", 1), ("large", 2), ("older", 3), ("old", 30)):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(b"x" * (80 if name == "large" else 10))
        os.utime(path, (0, time.time() - hours * 3600))
    (tmp_path / "other.txt").touch()
    sweep(tmp_path, "*.jsonl", Quotas(kept_hours=24, kept_bytes=1000))
    assert {path.stem for path in tmp_path.iterdir()} == {"new", "newer", "large", "older", "other"}
    sweep(tmp_path, "*.jsonl", Quotas(kept_hours=24, kept_bytes=50))
    assert {path.stem for path in tmp_path.iterdir()} == {"new", "newer", "other"}
    sweep(tmp_path / "nothing", "*.jsonl", Quotas())
