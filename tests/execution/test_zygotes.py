from __future__ import annotations

import sys
from pathlib import Path

import pytest

from asmeant.errors import SandboxError
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


@pytest.mark.skipif(sys.platform != "linux", reason="needs namespaces")
@pytest.mark.parametrize(("kills", "starts"), [(1, True), (2, True), (3, False)])
def test_a_zygote_that_is_killed_while_it_starts_is_replaced(
    kills: int, starts: bool, tmp_path: Path
) -> None:
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/sh\necho >> {tmp_path}/starts\n[ "$(wc -l < {tmp_path}/starts)" -gt {kills} ] || kill -9 $$\n'
        f'exec {sys.executable} "$@"\n'
    )
    python.chmod(0o755)
    kind = zygotes.ZygoteKind(python=str(python), isolated=False)
    if starts:
        zygotes.start(kind).close()
        assert len((tmp_path / "starts").read_text()) == kills + 1
    else:
        with pytest.raises(SandboxError, match="ended with status -9"):
            zygotes.start(kind)
