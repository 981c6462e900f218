from __future__ import annotations

import pytest

from asmeant.execution.shell.latitude import humanised


@pytest.mark.parametrize(
    ("size", "written"),
    [(0, "0"), (1023, "1023"), (1024, "1.0K"), (1025, "1.1K"), (10239, "10K"), (10240, "10K"), (10241, "11K"),
     (1 << 20, "1.0M"), ((1 << 20) + 1, "1.1M"), (5 << 30, "5.0G")],
)  # fmt: skip
def test_sizes_are_written_as_ls_writes_them(size: int, written: str) -> None:
    assert humanised(size) == written
