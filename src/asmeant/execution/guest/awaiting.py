"""Coroutines of the other side -> coroutines here, that are finished over there when they are awaited."""

from __future__ import annotations

from typing import Any, List

KINDS = ("builtins.coroutine", "builtins.async_generator_asend", "builtins.async_generator_athrow")
_loops: List[Any] = []


async def waiting(stand_in: Any) -> Any:
    return stand_in._peer.operate(stand_in, "await")


def finish(awaitable: Any) -> Any:
    """Runs it to its end, in the middle of whatever runs here."""
    import asyncio  # large: only who awaits something pays for it

    async def whole() -> Any:
        return await awaitable

    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        if not _loops or _loops[0].is_running():
            _loops.insert(0, asyncio.new_event_loop())
        return _loops[0].run_until_complete(whole())
    finally:
        asyncio._set_running_loop(running)
