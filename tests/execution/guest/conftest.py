"""What tests of the guest need: its forms of libraries, which the harness never has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asmeant.execution.guest import decoding, encoding, libraries


@pytest.fixture
def with_libraries() -> Iterator[None]:
    """As in a zygote. Afterwards this process reads plain data only, as before."""
    known = dict(decoding.DECODERS)
    before = encoding.LIBRARIES
    libraries.install()
    try:
        yield
    finally:
        encoding.LIBRARIES = before
        decoding.DECODERS.clear()
        decoding.DECODERS.update(known)
