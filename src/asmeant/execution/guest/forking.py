"""Handlers that libraries register to run at every fork -> run where they are needed.

Each runs Python in a child before the program does, and every page that it touches is copied. They are held
back while the zygote loads what it needs, and registered when a child forks itself.
"""

from __future__ import annotations

import os
from typing import Any, Dict, List

_register = getattr(os, "register_at_fork", None)
_held: List[Dict[str, Any]] = []


def hold_back() -> None:
    os.register_at_fork = lambda **handlers: _held.append(handlers)


def let_go() -> None:
    """In the zygote, when all is loaded: from now on they wait until a child itself forks."""
    zygote = os.getpid()

    def before() -> None:
        if os.getpid() != zygote and _register is not None:
            for handlers in _held:
                _register(**handlers)
                if "before" in handlers:
                    handlers["before"]()
            _held.clear()

    if _register is not None:
        os.register_at_fork = _register
        _register(before=before)
