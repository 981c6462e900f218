from __future__ import annotations

import pytest

from asmeant.analysis.recomputed import datasets_of, recompute
from asmeant.errors import UnknownNameError


def test_only_what_is_there_is_counted() -> None:
    assert recompute("mconala", []) == []


def test_an_unknown_paper_is_told() -> None:
    with pytest.raises(UnknownNameError, match="'odx'"):
        recompute("odx", [])


# ── datasets beside each other ──


def test_the_datasets_that_a_paper_is_about() -> None:
    assert datasets_of("odex") == ("odex",)
    assert datasets_of("mconala") == ("mconala", "mconala:flores101", "mconala:m2m", "mconala:marianmt")
    with pytest.raises(UnknownNameError, match="Closest: 'mconala'"):
        datasets_of("conala")
