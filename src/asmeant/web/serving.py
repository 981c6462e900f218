"""Settings -> a server that runs until it is told to end, and then finishes what it is at."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from asmeant.errors import UsageError
from asmeant.web.app import create_app
from asmeant.web.settings import Settings

# More connections than that at a time are told that the server is busy.
MOST_CONNECTIONS = 4096
KEEP_ALIVE_SECONDS = 30
# What is handed back when time is up needs a moment to go out.
LAST_SECONDS = 5


class _Server(uvicorn.Server):
    """Tells the application when it is to end, while it still can finish what is under way."""

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
    """Serves until SIGTERM or SIGINT. `announce` is called with the address once connections are taken."""
    listener = _listener(settings)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
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
    # uvicorn raises the signal that ended it once more when it is done: that is no error here.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: None)
    _Server(config, app).run(sockets=[listener])


def _listener(settings: Settings) -> socket.socket:
    """Bound here, so that a port that is taken is an error of ours, and port 0 becomes a number."""
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
