"""What several tests need."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def released_data() -> Path:
    """The folder with the released data, which is never part of the project."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ASMEANT_DATA") or beside)
    if not folder.is_dir():
        pytest.skip(f"the released data is not in {folder}: set ASMEANT_DATA to the folder that has it")
    return folder
