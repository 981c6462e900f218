"""Coroutines -> futures: an event loop in a separate thread.

It keeps running while the caller does other work between two replies. It also works in a notebook, which has
its own running loop. On exit, it cancels all tasks in flight and then awaits `at_end`.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager


@contextmanager
def event_loop(at_end: Callable[[], Awaitable[None]]) -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="asmeant requests", daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        asyncio.run_coroutine_threadsafe(_end(at_end), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(at_end: Callable[[], Awaitable[None]]) -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await at_end()
