from __future__ import annotations

import marshal
import sys
from pathlib import Path
from shlex import quote

import pytest

from asmeant.errors import SandboxError
from asmeant.execution import zygotes


def test_the_guest_is_read_once_for_all_zygotes() -> None:
    codes = marshal.loads(zygotes.guest_codes())
    assert set(codes) == {f"guest.{path.stem}" for path in zygotes.GUEST.glob("*.py")} - {"guest.__init__"}
    assert zygotes.guest_codes() is zygotes.guest_codes()


@pytest.mark.skipif(sys.platform != "linux", reason="needs namespaces")
@pytest.mark.parametrize(("kills", "starts"), [(1, True), (2, True), (3, False)])
def test_a_zygote_that_is_killed_while_it_starts_is_replaced(
    kills: int, starts: bool, tmp_path: Path
) -> None:
    python, log = tmp_path / "python", quote(f"{tmp_path}/starts")
    python.write_text(
        f'#!/bin/sh\necho >> {log}\n[ "$(wc -l < {log})" -gt {kills} ] || kill -9 $$\n'
        f'exec {quote(sys.executable)} "$@"\n'
    )
    python.chmod(0o755)
    kind = zygotes.ZygoteKind(python=str(python), isolated=False)
    if starts:
        zygotes.start(kind).close()
        assert len((tmp_path / "starts").read_text()) == kills + 1
    else:
        with pytest.raises(SandboxError, match="ended with status -9"):
            zygotes.start(kind)
