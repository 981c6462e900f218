"""Modules that import PyTorch are skipped where it is not installed, with the reason; the others run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import needs

try:
    import torch  # noqa: F401
except ImportError:
    HAS_TORCH = False
else:
    HAS_TORCH = True


class Skipped(pytest.Module):
    def collect(self) -> Iterator[pytest.Item]:
        pytest.skip(needs.TRAIN, allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    if HAS_TORCH or not re.search(r"^import torch$", module_path.read_text("utf-8"), re.MULTILINE):
        return None
    return Skipped.from_parent(parent, path=module_path)
