"""Modules that are known to exist, installed here or not: code that imports one of them made nothing up.

The standard library of any Python, what the worlds install, and libraries that are in wide use. Import
names, not names of distributions.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

LIST = Path(__file__).with_name("known_modules.txt")


@cache
def _known() -> frozenset[str]:
    words = (line.partition("#")[0].split() for line in LIST.read_text("utf-8").splitlines())
    return frozenset(sys.stdlib_module_names) | {word for line in words for word in line}


def exists(module: str) -> bool:
    """Whether a module of that name is known to exist somewhere."""
    return module.partition(".")[0] in _known()
