"""What a program has printed -> said, before anything that follows it."""

from __future__ import annotations

import sys

from .stand_ins import StandIn


def flush() -> None:
    """What was printed is said before what follows it. What a probe put in their place is the probe's."""
    own = [stream for stream in (sys.stdout, sys.stderr) if not issubclass(type(stream), StandIn)]
    for stream in (*own, sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()  # type: ignore[union-attr]
        except BaseException:
            continue
