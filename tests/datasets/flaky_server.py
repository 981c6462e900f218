"""A server on this machine that can misbehave, for downloads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Server:
    """A server that can misbehave. `faults` are taken one a request: a status, or the bytes to stop after."""

    body: bytes
    address: str = ""
    etag: str = '"one"'
    ranges: bool = True
    lengths: bool = True
    faults: list[int] = field(default_factory=list)
    asked: list[dict[str, str]] = field(default_factory=list)
    shift: int = 0


@contextmanager
def serve(body: bytes) -> Iterator[Server]:
    state = Server(body)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.asked.append({name.lower(): value for name, value in self.headers.items()})
            fault = state.faults.pop(0) if state.faults else 0
            if fault == 302:
                self.send_response(fault)
                self.send_header("Location", self.path)
                self.end_headers()
                return
            if 400 <= fault < 600:
                self.send_error(fault)
                return
            start = self.begin()
            if start is not None:
                part = state.body[start:]
                self.wfile.write(part[:fault] if fault else part)
            self.close_connection = True

        def begin(self) -> int | None:
            given = self.headers.get("Range", "")
            same = self.headers.get("If-Range") in (None, state.etag)
            start = int(given.removeprefix("bytes=").rstrip("-")) if given and state.ranges and same else 0
            if start >= len(state.body):
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{len(state.body)}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return None
            self.send_response(206 if start else 200)
            if start:
                first = start + state.shift
                self.send_header("Content-Range", f"bytes {first}-{len(state.body) - 1}/{len(state.body)}")
            if state.lengths:
                self.send_header("Content-Length", str(len(state.body) - start))
            if state.etag:
                self.send_header("ETag", state.etag)
            self.end_headers()
            return start

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name it is called by
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        state.address = f"http://127.0.0.1:{http.server_port}"
        yield state
        http.shutdown()
