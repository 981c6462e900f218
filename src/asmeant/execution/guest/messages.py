"""Messages between processes: four bytes of length and that much JSON. On a socket, files ride along.

What the harness says is trusted, and comes as marshal writes it: reading that takes a single call.
"""

from __future__ import annotations

import marshal
import socket
from json import dumps, loads
from os import read, write  # as they are, whatever a probe makes of them
from typing import Any, Dict, List, Optional, Tuple

Message = Dict[str, Any]

MOST_FILES = 8
ROOM_FOR_FILES = socket.CMSG_SPACE(MOST_FILES * 4)
FILES = (socket.SOL_SOCKET, socket.SCM_RIGHTS)
PIECE_BYTES = 1 << 16
# What one message may hold: answers of ten million characters are rare, and right.
MOST_BYTES = 64 << 20


class GoneError(BaseException):
    """The other side is no more: nothing that follows can be asked."""


class BrokenError(Exception):
    """What came is no message."""


class Reader:
    """Takes messages from a channel, as many at a time as have come."""

    def __init__(self, end: int) -> None:
        self.end = end
        self.buffer = b""

    def receive_text(self) -> Optional[bytes]:
        """The next message, or None where the other side is gone."""
        while not self.has_message():
            if not self.fill():
                return None
        end = 4 + checked_size(self.buffer[:4])
        body, self.buffer = self.buffer[4:end], self.buffer[end:]
        return body

    def receive_job(self) -> Optional[Message]:
        """The first message, from the harness, which is trusted: read by what costs a fresh process least."""
        body = self.receive_text()
        return None if body is None else marshal.loads(body)

    def has_message(self) -> bool:
        return len(self.buffer) >= 4 and len(self.buffer) >= 4 + checked_size(self.buffer[:4])

    def fill(self) -> bool:
        """Reads what is there, and the rest of a message that is large. Whether there was anything."""
        try:
            piece = read(self.end, PIECE_BYTES)
            self.buffer += piece
            if piece and len(self.buffer) >= 4:
                self.buffer += read_exactly(self.end, 4 + checked_size(self.buffer[:4]) - len(self.buffer))
        except ConnectionResetError:  # it was ended before it had read everything
            return False
        return bool(piece)


def receive(end: int) -> Optional[Message]:
    """The next message, or None where the other side is gone."""
    header = read_exactly(end, 4)
    if len(header) < 4:
        return None
    size = checked_size(header)
    body = read_exactly(end, size)
    return loads(body) if len(body) == size else None


def checked_size(header: bytes) -> int:
    size = int.from_bytes(header, "big")
    if size > MOST_BYTES:
        raise BrokenError(f"a message of {size} bytes")
    return size


def framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def read_exactly(end: int, size: int) -> bytes:
    pieces = bytearray()
    while len(pieces) < size:
        piece = read(end, min(size - len(pieces), 1 << 20))
        if not piece:
            break
        pieces += piece
    return bytes(pieces)


def send(end: int, message: Message) -> None:
    send_text(end, dumps(message))


def send_text(end: int, text: str) -> None:
    send_bytes(end, framed(text.encode("utf-8", "surrogatepass")))


def send_bytes(end: int, content: bytes) -> None:
    written = write(end, content)
    while written < len(content):
        written += write(end, content[written : written + PIECE_BYTES])


def receive_with_files(plug: socket.socket) -> Tuple[Optional[Message], List[int]]:
    """The next message of the harness and the files that came with it."""
    header, ancillary, _, _ = plug.recvmsg(4, ROOM_FOR_FILES)
    files: List[int] = []
    for level, kind, data in ancillary:
        if (level, kind) == FILES:
            files += memoryview(data[: len(data) & ~3]).cast("i")
    if len(header) < 4:
        return None, files
    return marshal.loads(read_exactly(plug.fileno(), int.from_bytes(header, "big"))), files
