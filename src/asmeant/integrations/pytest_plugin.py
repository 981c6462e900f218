"""A fixture for people who test generated code: `def test_it(asmeant_judge): asmeant_judge.decide(...)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from asmeant.pipeline import Judge


@pytest.fixture(scope="session")
def asmeant_judge() -> Iterator[Judge]:
    """A warm `asmeant.Judge`, for the whole session."""
    from asmeant.pipeline import Judge

    with Judge() as judge:
        yield judge
