from __future__ import annotations

import sys
from pathlib import Path

import pytest

from asmeant.execution import zygotes


@pytest.mark.parametrize("writes", [True, False])
def test_byte_code_of_the_guest_is_kept_where_python_may_write_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: bool
) -> None:
    (tmp_path / "module.py").write_text("VALUE = 1\n")
    monkeypatch.setattr(zygotes, "GUEST", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", not writes)
    zygotes.compile_guest.__wrapped__()
    assert bool(list(tmp_path.rglob("*.pyc"))) is writes
