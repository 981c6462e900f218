from __future__ import annotations

from asmeant.plots import (
    Lines,
    Mark,
    to_svg,
)


def test_marks_tell_their_numbers() -> None:
    plot = Lines("t", (1,), {"hot": (Mark(50, 40, 60, "9 tasks"),)}, "k", "per cent")
    assert "k 1\nhot: 50.0 [40.0 – 60.0] per cent\n9 tasks" in to_svg(plot)
