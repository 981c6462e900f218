"""Handlers that libraries register to run at every fork -> run where they are needed.

Each runs Python in a child before the program does, and every page that it touches is copied. They are held
back while the zygote loads what it needs, and registered in the child, for what it may fork itself.
"""

from __future__ import annotations

import os
from typing import Any, Dict, List

_register = getattr(os, "register_at_fork", None)
_held: List[Dict[str, Any]] = []


def hold_back() -> None:
    os.register_at_fork = lambda **handlers: _held.append(handlers)


def let_go() -> None:
    if _register is not None:
        os.register_at_fork = _register
        for handlers in _held:
            _register(**handlers)
