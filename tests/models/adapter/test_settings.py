from __future__ import annotations

import pytest

from asmeant.errors import UsageError
from asmeant.models.adapter.settings import AdapterSettings, adapter_settings


def test_changes() -> None:
    assert adapter_settings({}) == AdapterSettings()
    changed = adapter_settings({"rank": "8", "rate": 0.5, "alone": 0})
    assert (changed.rank, changed.rate, changed.alone) == (8, 0.5, 0.0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ranks": 8}, "No setting is called 'ranks'. Closest: 'rank'"),
        ({"rank": "many"}, "rank=many is not valid: it must be a positive whole number"),
        ({"rate": -1}, "rate=-1 is not valid: it must be a positive number"),
        ({"runs": 0}, "runs=0 is not valid"),
    ],
)
def test_changes_that_make_no_sense(changes: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        adapter_settings(changes)
    assert message in str(caught.value)
