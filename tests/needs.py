"""What to install for a test that was skipped: the `reason` of `pytest.importorskip`."""

from __future__ import annotations


def install(packages: str) -> str:
    return f"needs: pip install {packages}"


DEV = install("'asmeant[dev]'")
EMBEDDED = install("'asmeant[embedded]'")
HF = install("'asmeant[hf]'")
LENGTHS = install("'asmeant[lengths]'")
TRAIN = install("'asmeant[train]'")
