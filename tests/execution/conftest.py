"""What tests of execution share: zygotes, each of which takes longer to start than most tests take."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asmeant.errors import SandboxError
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.execution.zygote_pool import Pool
from tests.execution import programs


@pytest.fixture(scope="session")
def warm_pool() -> Iterator[Pool]:
    """Skips what needs walls where there can be none."""
    sandbox = NamespaceSandbox()
    try:
        programs.observe(sandbox, programs.RIGHT, programs.SHAPES["literal"])
    except SandboxError as error:
        pytest.skip(str(error))
    yield sandbox.pool
    sandbox.pool.close()


@pytest.fixture(scope="module")
def warm_sandbox(warm_pool: Pool) -> NamespaceSandbox:
    """A sandbox with a judge that remembers nothing, and zygotes that run already."""
    sandbox = NamespaceSandbox()
    sandbox.pool = warm_pool
    return sandbox
