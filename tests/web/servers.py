"""Real servers: `asmeant serve` in a process of its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Server:
    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> str:
        return self.address.rpartition(":")[2]

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(30)


def start_server(folder: Path, *options: str, port: str = "0") -> Server:
    words = [sys.executable, "-m", "asmeant", "serve", str(folder), "--port", port, *options]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if match := re.search(r"serving .* at (http\S+)", line):
            return Server(process, match[1])
    raise AssertionError("the server did not start")


@contextmanager
def running_server(folder: Path, *options: str) -> Iterator[Server]:
    server = start_server(folder, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)
        assert server.process.stderr is not None
        server.process.stderr.close()
