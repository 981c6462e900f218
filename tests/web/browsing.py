"""Pages in a real browser: a server in a thread, conditions to wait for, and what axe finds."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from asmeant.web.app import create_app
from asmeant.web.settings import Settings
from tests.browser import BrowserPage

# Finds what people cannot use who see, hear or type differently: npm install --prefix DIR axe-core
AXE = Path(os.environ.get("ASMEANT_AXE", "node_modules/axe-core/axe.min.js"))


@contextmanager
def serving(**settings: Any) -> Iterator[str]:
    """The address of an application."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = create_app(Settings(port=port, **settings))
    server = uvicorn.Server(uvicorn.Config(app, "127.0.0.1", port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def at(page: BrowserPage, condition: str) -> None:
    """Until a condition holds, also while the browser goes from one page to the next."""
    deadline = time.monotonic() + 40
    while True:
        try:
            if page.run(f"document.readyState === 'complete' && Boolean({condition})"):
                return
        except AssertionError:
            pass  # the page is just being left
        assert time.monotonic() < deadline, f"never true: {condition}"
        time.sleep(0.02)


def violations(page: BrowserPage) -> list[Any]:
    """What axe objects to; nothing where it is not installed."""
    if not AXE.is_file():
        return []
    page.run(AXE.read_text("utf-8") + "; 0")
    return list(
        page.run("axe.run().then((found) => found.violations.map((one) => [one.id, one.nodes[0].html]))")
    )
