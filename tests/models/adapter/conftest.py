from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import needs


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Small tensors: more threads only wait for each other."""
    torch = pytest.importorskip("torch", reason=needs.TRAIN)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
