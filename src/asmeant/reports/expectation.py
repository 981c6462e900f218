"""Expectation -> words for a reader. Pure."""

from __future__ import annotations

from asmeant.records import Expectation


def in_words(expects: Expectation) -> str:
    """What is expected, in a line: the kind, and what differs from comparing it as it is."""
    words = [f"{expects.kind}" + (f" ({', '.join(expects.attributes)})" if expects.attributes else "")]
    words += [
        text
        for text, holds in (
            (
                "in order",
                expects.ordered and expects.kind in ("files", "files with attributes", "lines by file"),
            ),
            ("spacing counts", expects.spacing and expects.kind in ("lines", "text", "lines by file")),
            ("paths as printed", expects.paths == "printed" and expects.kind.startswith("files")),
            ("without folders", not expects.directories),
            ("without hidden files", not expects.hidden),
            ("parts of lines will do", not expects.whole_lines),
            (f"only columns {expects.columns}", bool(expects.columns)),
            ("units as printed", expects.units),
            ("with the total", expects.totals),
            ("times count", expects.times),
            ("in the file that is written", expects.written),
            ("not sure", not expects.sure),
        )
        if holds
    ]
    return ", ".join(words)
