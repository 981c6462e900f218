"""Settings -> a server that runs until it is told to stop, and then finishes open requests."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from asmeant.errors import UsageError
from asmeant.web.app import create_app
from asmeant.web.settings import Settings

# If there are more connections at a time, callers are told that the server is busy.
MOST_CONNECTIONS = 4096
KEEP_ALIVE_SECONDS = 30
HEADERS_SECONDS = 20.0
# Time to send the responses when time is up.
LAST_SECONDS = 5


class _Connection(H11Protocol):
    """A connection that is closed if the headers of a request take too long."""

    headers_seconds = HEADERS_SECONDS
    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._forget()
        elif self._alarm is None:
            self._alarm = self.loop.call_later(self.headers_seconds, self._give_up)

    def _give_up(self) -> None:
        # A connection that waits for its next request has another timeout, which knows when it was last used.
        if self.conn.their_state is h11.IDLE and self.timeout_keep_alive_task is None:
            self.transport.close()
        self._alarm = None

    def _forget(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


class _Server(uvicorn.Server):
    """Tells the application to close while it can still finish open requests."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self.application = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.application.state.desk.begin_closing()
        super().handle_exit(sig, frame)


def run_server(
    settings: Settings,
    announce: Callable[[str], None],
    certificate: Path | None = None,
    key: Path | None = None,
) -> None:
    """Serves until SIGTERM or SIGINT. `announce` is called with the address when the server is ready."""
    listener = _listener(settings)
    app = create_app(settings)
    app.state.desk.court()  # a world that is not built is an error now, not at the first request
    config = uvicorn.Config(
        app,
        http=_Connection,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=int(settings.quotas.shutdown_seconds) + LAST_SECONDS,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        lifespan="on",
    )
    announce(_address(settings, listener))
    # uvicorn raises the signal that ended it again when it is done, which is not an error here.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: None)
    _Server(config, app).run(sockets=[listener])


def _listener(settings: Settings) -> socket.socket:
    """The socket, bound here so that a used port is our error, and port 0 becomes a number."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise UsageError(
            f"{settings.host} port {settings.port} cannot be used: {error}. Choose another with --port."
        ) from error
    listener.listen(1024)
    listener.set_inheritable(False)
    return listener


def _address(settings: Settings, listener: socket.socket) -> str:
    if settings.public_url:
        return settings.public_url
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{'https' if settings.secure else 'http'}://{host}:{listener.getsockname()[1]}"
